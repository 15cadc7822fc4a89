package dev.tolerant.observed.explain;

/** How a terminal highlights parts of a text. */
@FunctionalInterface
public interface Palette {
    /** No colours: for files, pipes and terminals without colours. */
    Palette PLAIN = (tone, text) -> text;

    /** What a part of a text means. */
    enum Tone {
        HEADING,
        GOOD,
        BAD,
        DIM,
        PLAIN
    }

    /** The text in its tone, which must not change its width in columns. */
    String paint(Tone tone, String text);
}
