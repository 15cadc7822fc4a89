package dev.tolerant.cli.suite;

import java.util.List;

/**
 * What came of a test.
 *
 * @param suite the file
 * @param differences a sentence for each thing that is not as expected; empty if it passed
 */
public record TestResult(String suite, String name, List<String> differences) {

    boolean passed() {
        return differences.isEmpty();
    }
}
