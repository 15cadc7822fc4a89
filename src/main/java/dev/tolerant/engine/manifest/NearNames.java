package dev.tolerant.engine.manifest;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds the names that a mistyped one may have meant. */
public final class NearNames {
    private static final int MAX_NAMES = 3;
    private static final int LETTERS_PER_MISTAKE = 4;

    private NearNames() {}

    private record Near(String name, int mistakes) {}

    /** At most three names that begin with what was typed or differ from it by a few letters, the nearest first. */
    public static List<String> to(String typed, Collection<String> names) {
        return names.stream()
                .distinct()
                .map(name -> new Near(name, mistakes(typed, name)))
                .filter(near -> near.mistakes <= 1 + typed.length() / LETTERS_PER_MISTAKE
                        || near.name.startsWith(typed + "-")
                        || typed.startsWith(near.name + "-"))
                .sorted(Comparator.comparingInt(Near::mistakes).thenComparing(Near::name))
                .limit(MAX_NAMES)
                .map(Near::name)
                .toList();
    }

    /** The number of letters to add, remove, replace or swap with the next one. */
    private static int mistakes(String typed, String name) {
        int[][] cost = new int[typed.length() + 1][name.length() + 1];
        for (int i = 0; i <= typed.length(); i++) {
            for (int j = 0; j <= name.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, typed, i, name, j);
            }
        }
        return cost[typed.length()][name.length()];
    }

    private static int cheapest(int[][] cost, String typed, int i, String name, int j) {
        char last = typed.charAt(i - 1);
        int replaced = cost[i - 1][j - 1] + (last == name.charAt(j - 1) ? 0 : 1);
        int cheapest = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && last == name.charAt(j - 2) && typed.charAt(i - 2) == name.charAt(j - 1);
        return swapped ? Math.min(cheapest, 1 + cost[i - 2][j - 2]) : cheapest;
    }
}
