package dev.tolerant.tools.whatif;

/** How bad a change is for the pods of a maker, worst first. */
public enum Impact {
    REFUSED("refused", "Newly refused"),
    NOWHERE("nowhere", "Nowhere to go"),
    FEWER_NODES("fewer-nodes", "Fewer nodes"),
    SOONER("sooner", "Evicted sooner"),
    SOONER_AND_LATER("sooner-and-later", "Evicted sooner for some taints, later or never for others"),
    LATER("later", "Evicted later or never"),
    OTHER("other", "Other changes"),
    ADMITTED("admitted", "No longer refused"),
    SAME("same", "The same as today");

    private final String code;
    private final String heading;

    Impact(String code, String heading) {
        this.code = code;
        this.heading = heading;
    }

    public String code() {
        return code;
    }

    /** Whether there would be no such pod any more, or none that runs. */
    boolean isBad() {
        return this == REFUSED || this == NOWHERE;
    }

    String heading() {
        return heading;
    }
}
