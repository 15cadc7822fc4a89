package dev.tolerant.cli;

import dev.tolerant.explain.Palette;
import picocli.CommandLine.Option;

/** Whether texts have colours. */
final class ColorOption {
    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "auto, always or never; auto is on a terminal, unless NO_COLOR is set. Default: auto.")
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
}
