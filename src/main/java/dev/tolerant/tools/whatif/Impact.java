package dev.tolerant.tools.whatif;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How bad a change is for the pods of a maker, worst first. */
public enum Impact {
    REFUSED("refused", "Newly refused"),
    NOWHERE("nowhere", "Nowhere to go"),
    OUTSIDE_POOL("outside-pool", "Outside their pool"),
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

    /** What {@code --fail-on} takes besides {@link #ANY}. */
    private static final List<Impact> NAMED = List.of(REFUSED, NOWHERE, OUTSIDE_POOL, FEWER_NODES, SOONER, LATER);

    private static final String ANY = "any";

    /** The codes that somebody may ask for. */
    public static List<String> codes() {
        return Stream.concat(NAMED.stream().map(Impact::code), Stream.of(ANY)).toList();
    }

    /** The impacts that a code stands for; empty if there is no such code. */
    public static Set<Impact> of(String code) {
        return code.equals(ANY)
                ? EnumSet.complementOf(EnumSet.of(SAME))
                : NAMED.stream().filter(impact -> impact.code.equals(code)).collect(Collectors.toSet());
    }

    String heading() {
        return heading;
    }
}
