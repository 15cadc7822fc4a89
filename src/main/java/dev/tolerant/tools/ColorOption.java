package dev.tolerant.tools;

import dev.tolerant.observed.explain.Palette;
import picocli.CommandLine.Option;

/** Whether texts have colours. */
final class ColorOption {
    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "auto, always or never; auto means on a terminal, unless NO_COLOR is set. Default: auto.")
    private When when;

    /** When there are colours. */
    enum When {
        AUTO,
        ALWAYS,
        NEVER
    }

    Palette palette() {
        boolean colours = when == When.ALWAYS || (when == When.AUTO && Terminal.hasColours());
        return colours ? new AnsiPalette() : Palette.PLAIN;
    }

    /** Colours as ANSI escape codes. */
    private static final class AnsiPalette implements Palette {
        private static final String RESET = "\u001b[0m";

        @Override
        public String paint(Tone tone, String text) {
            return switch (tone) {
                case HEADING -> "\u001b[1m" + text + RESET;
                case GOOD -> "\u001b[32m" + text + RESET;
                case BAD -> "\u001b[31m" + text + RESET;
                case DIM -> "\u001b[2m" + text + RESET;
                case PLAIN -> text;
            };
        }
    }
}
