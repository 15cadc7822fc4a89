package dev.tolerant.chart;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics that an expression in PromQL names, each with the labels that it is asked for. */
final class PromQl {
    private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");
    private static final Pattern RANGE = Pattern.compile("\\[[^\\]]*\\]");
    private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");
    /** A name that is not a number's unit; behind it the matchers, or the bracket that makes it a function. */
    private static final Pattern NAME = Pattern.compile("(?<![0-9A-Za-z_])([A-Za-z_]\\w*)\\s*(\\{[^}]*\\}|\\()?");

    private static final Pattern LABEL = Pattern.compile("[A-Za-z_]\\w*");
    private static final Set<String> KEYWORDS = Set.of("and", "or", "unless", "offset", "bool");

    private PromQl() {}

    static Map<String, Set<String>> metricsIn(String expression) {
        String bare = RANGE.matcher(STRING.matcher(expression).replaceAll("")).replaceAll("");
        Set<String> grouping = new TreeSet<>();
        GROUPING.matcher(bare).results().forEach(labels -> addLabels(labels.group(1), grouping));

        Map<String, Set<String>> metrics = new TreeMap<>();
        Matcher names = NAME.matcher(GROUPING.matcher(bare).replaceAll(""));
        while (names.find()) {
            String behind = names.group(2);
            if (KEYWORDS.contains(names.group(1)) || "(".equals(behind)) {
                continue;
            }
            Set<String> labels = metrics.computeIfAbsent(names.group(1), name -> new TreeSet<>(grouping));
            if (behind != null) {
                addLabels(behind, labels);
            }
        }
        return metrics;
    }

    private static void addLabels(String text, Set<String> labels) {
        LABEL.matcher(text).results().forEach(label -> labels.add(label.group()));
    }
}
