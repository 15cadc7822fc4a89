package dev.tolerant.cli;

import java.io.Console;

/** The terminal, if the program runs in one. */
final class Terminal {
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
}
