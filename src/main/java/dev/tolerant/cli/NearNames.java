package dev.tolerant.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds the names that somebody may have meant who mistyped one. */
final class NearNames {
    private static final int MAX_NAMES = 3;
    private static final int LETTERS_PER_MISTAKE = 3;

    private NearNames() {}

    /** Up to three names that begin with what was typed or differ from it by a few letters, the nearest first. */
    static List<String> to(String typed, Collection<String> names) {
        return names.stream()
                .distinct()
                .filter(name -> isLike(typed, name))
                .sorted(Comparator.<String>comparingInt(name -> mistakes(typed, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MAX_NAMES)
                .toList();
    }

    private static boolean isLike(String typed, String name) {
        return name.startsWith(typed + "-")
                || typed.startsWith(name + "-")
                || mistakes(typed, name) <= 1 + typed.length() / LETTERS_PER_MISTAKE;
    }

    /** How many letters have to be added, removed or replaced (Levenshtein). */
    private static int mistakes(String typed, String name) {
        int[] row = new int[name.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= typed.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (typed.charAt(i - 1) == name.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[row.length - 1];
    }
}
