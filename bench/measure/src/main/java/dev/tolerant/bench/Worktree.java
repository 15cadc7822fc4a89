package dev.tolerant.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Another commit in a directory of its own, as long as it is measured. */
record Worktree(Path root, String revision) implements AutoCloseable {
    private static final Path DIRECTORY = Path.of("target/bench/against");

    /** Checks a commit out. */
    static Worktree of(String commit) throws IOException, InterruptedException {
        String revision =
                git("rev-parse", "--short", "--verify", commit + "^{commit}").strip();
        // A killed run can have left one.
        remove();
        git("worktree", "add", "--quiet", "--detach", DIRECTORY.toString(), revision);
        return new Worktree(DIRECTORY, revision);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        remove();
    }

    /** Removes the directory, if it is there. */
    static void remove() throws IOException, InterruptedException {
        if (Files.exists(DIRECTORY)) {
            git("worktree", "remove", "--force", DIRECTORY.toString());
        }
    }

    private static String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(Arrays.asList(arguments));
        Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (git.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed: " + output.strip());
        }
        return output;
    }
}
