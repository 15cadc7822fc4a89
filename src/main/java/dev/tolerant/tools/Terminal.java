package dev.tolerant.tools;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The terminal, if the program runs in one. */
final class Terminal {
    private static final int USUAL_WIDTH = 80;

    private Terminal() {}

    /** Whether a person looks at what the program writes. */
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

    /** Whether there may be colours; see no-color.org. */
    static boolean hasColours() {
        String refused = System.getenv("NO_COLOR");
        return isWatched() && (refused == null || refused.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
    }

    /** How many characters fit in a line; unlimited where nobody looks. */
    static int width() {
        if (!isWatched()) {
            return Integer.MAX_VALUE;
        }
        return Stream.of(String.valueOf(System.getenv("COLUMNS")), columnsOfTerminal())
                .filter(text -> text.matches("[1-9][0-9]{1,4}"))
                .map(Integer::valueOf)
                .findFirst()
                .orElse(USUAL_WIDTH);
    }

    private static String columnsOfTerminal() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(Path.of("/dev/tty").toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return size.strip().replaceFirst("^[0-9]+ ", "");
        } catch (IOException unknown) {
            return "";
        }
    }
}
