package dev.tolerant.monitoring;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The series that a part of an expression reads: their name and the conditions on their labels. */
record Selector(String metric, List<Matcher> matchers) {

    /** A condition on a label; {@code operator} is one of {@code =}, {@code !=}, {@code =~} and {@code !~}. */
    record Matcher(String label, String operator, String value) {}

    Set<String> labels() {
        return matchers.stream().map(Matcher::label).collect(Collectors.toSet());
    }
}
