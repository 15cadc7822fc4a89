package dev.tolerant.tools;

import dev.tolerant.text.Report.Palette;
import dev.tolerant.text.Report.Palette.Tone;
import java.io.Console;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The terminal, if the program runs in one. */
final class Terminal {
    private static final String COLOR = "--color";
    private static final int USUAL_WIDTH = 80;

    private Terminal() {}

    /** True where a person looks at what the program writes. */
    static boolean isWatched() {
        Console console = System.console();
        return console != null && isTerminal(console);
    }

    /** Since Java 22 there is a console also where there is no terminal, and a method that tells. */
    private static boolean isTerminal(Console console) {
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException older) {
            return true;
        } catch (ReflectiveOperationException unknown) {
            return false;
        }
    }

    static OptionSpec option() {
        return OptionSpec.builder(COLOR)
                .type(Colours.class)
                .paramLabel("WHEN")
                .description("auto, always or never: whether the text has colours. Default: auto.")
                .build();
    }

    static void colours(ParseResult parsed) {
        for (CommandLine command : parsed.asCommandLineList()) {
            Colours wanted = command.getParseResult().matchedOptionValue(COLOR, Colours.AUTO);
            if (wanted != Colours.AUTO) {
                System.setProperty("picocli.ansi", Boolean.toString(wanted == Colours.ALWAYS));
            }
        }
    }

    private enum Colours {
        AUTO,
        ALWAYS,
        NEVER
    }

    /** Colours where picocli finds that there may be some, which NO_COLOR and CLICOLOR also say; see no-color.org. */
    static Palette palette() {
        return Ansi.AUTO.enabled() ? Terminal::painted : Palette.PLAIN;
    }

    private static String painted(Tone tone, String text) {
        return switch (tone) {
            case HEADING -> painted(Style.bold, text);
            case GOOD -> painted(Style.fg_green, text);
            case BAD -> painted(Style.fg_red, text);
            case DIM -> painted(Style.faint, text);
            case PLAIN -> text;
        };
    }

    private static String painted(Style style, String text) {
        return style.on() + text + Style.reset.on();
    }

    /** In characters; unlimited without a terminal. */
    static int width() {
        if (!isWatched()) {
            return Integer.MAX_VALUE;
        }
        String columns = String.valueOf(System.getenv("COLUMNS"));
        return columns.matches("[1-9][0-9]{1,4}") ? Integer.parseInt(columns) : USUAL_WIDTH;
    }
}
