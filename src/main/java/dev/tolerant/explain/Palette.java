package dev.tolerant.explain;

/** How a terminal shows the parts of a text that matter. */
@FunctionalInterface
public interface Palette {
    /** No colours: for files, pipes and terminals that know none. */
    Palette PLAIN = (tone, text) -> text;

    /** What a part of a text means. */
    enum Tone {
        HEADING,
        GOOD,
        BAD,
        DIM,
        PLAIN
    }

    /** The text in its tone; it must take up as many columns as before. */
    String paint(Tone tone, String text);
}
