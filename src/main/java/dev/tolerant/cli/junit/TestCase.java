package dev.tolerant.cli.junit;

import java.util.List;

/**
 * One thing that was checked.
 *
 * @param group the file that it stands in
 * @param failures why it fails; empty if it does not
 * @param remarks what else is to be said
 */
public record TestCase(String group, String name, List<String> failures, List<String> remarks) {}
