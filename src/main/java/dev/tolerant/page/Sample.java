package dev.tolerant.page;

import java.util.List;

/**
 * A pod to start from.
 *
 * @param title the comment in the file's first line
 */
record Sample(String name, String title) {
    private static final List<String> NAMES =
            List.of("web", "own-seconds", "train", "intruder", "wildcard", "agent", "nightly", "opted-out");

    static List<Sample> all() {
        return NAMES.stream().map(Sample::of).toList();
    }

    private static Sample of(String name) {
        Asset asset = Asset.of(path(name));
        String first = asset.text().lines().findFirst().orElseThrow();
        return new Sample(name, first.substring("# ".length()));
    }

    private static String path(String name) {
        return "samples/" + name + ".yaml";
    }

    /** Where its text is, below the page's other files. */
    public String path() {
        return path(name);
    }

    /** Its text. */
    public String text() {
        return Asset.of(path()).text();
    }
}
