package dev.tolerant.cli;

import dev.tolerant.explain.Palette;

/** Colours as terminals know them. */
final class AnsiPalette implements Palette {
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
