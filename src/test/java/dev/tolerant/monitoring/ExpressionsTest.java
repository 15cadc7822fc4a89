package dev.tolerant.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What alerts and dashboard read exists: {@link ExposedMetricsIT} finds the same metrics in the running program. */
class ExpressionsTest {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String STRING = "\"(?:[^\"\\\\]|\\\\.)*\"";
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on)\\s*\\(([^)]*)\\)");
    /** A name, and what follows it: the bracket of a function's arguments, or conditions on labels. */
    private static final Pattern NAME =
            Pattern.compile("(?<![\\w.])([a-zA-Z_:][\\w:]*)\\s*(\\(|\\{((?:[^\"}]|" + STRING + ")*)\\})?");

    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
    private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "offset", "bool", "by", "on");
    private static final Pattern IN_LEGEND = Pattern.compile("\\{\\{(\\w+)}}");
    private static final Pattern VARIABLE = Pattern.compile("label_values\\((.*), (\\w+)\\)");

    /**
     * An expression of an alert or a panel.
     *
     * @param job the condition by which it reads series of this release
     * @param legend the labels by which a panel names what the expression returns
     */
    record Expression(String of, String text, Matcher job, Set<String> legend) {
        @Override
        public String toString() {
            return of + ": " + text;
        }
    }

    /** The series that a part of an expression reads: their name and the conditions on their labels. */
    record Selector(String metric, List<Matcher> matchers) {}

    record Matcher(String label, String operator, String value) {}

    static List<Expression> expressions() {
        return Stream.concat(alerts(), panels()).toList();
    }

    private static Stream<Expression> alerts() {
        return Monitored.alerts().stream()
                .map(alert -> new Expression(
                        alert.get("alert").textValue(),
                        alert.get("expr").textValue(),
                        new Matcher("job", "=", Monitored.JOB),
                        Set.of()));
    }

    /** The dashboard's user may choose several jobs. */
    private static Stream<Expression> panels() {
        List<Expression> panels = new ArrayList<>();
        for (JsonNode panel : Monitored.dashboard().get("panels")) {
            for (JsonNode target : panel.path("targets")) {
                panels.add(new Expression(
                        panel.get("title").textValue(),
                        filled(target.get("expr").textValue()),
                        new Matcher("job", "=~", Monitored.JOB),
                        IN_LEGEND
                                .matcher(target.path("legendFormat").asText())
                                .results()
                                .map(label -> label.group(1))
                                .collect(Collectors.toSet())));
            }
        }
        return panels.stream();
    }

    /** As Grafana fills in the variables for this release and a short time. */
    private static String filled(String expression) {
        return expression
                .replace("$cluster", ".*")
                .replace("$namespace", Monitored.NAMESPACE)
                .replace("$job", Monitored.JOB)
                .replace("$__rate_interval", "10s");
    }

    @Test
    void thereAreSixteenAlertsAndTwelveQueries() {
        assertThat(alerts()).hasSize(16);
        assertThat(panels()).hasSize(12);
    }

    @Test
    void eachSelectorOfAnExpressionIsSeenWithItsConditions() {
        assertThat(readBy("histogram_quantile(0.99, sum by (le) (rate(a_bucket{job=\"x, y\",kind!~\"b{1}\"}[10m])))"
                        + " > 0.5 unless c offset 1d <= 2 * c{d!=\"e\"}"))
                .containsExactly(
                        new Selector(
                                "a_bucket",
                                List.of(new Matcher("job", "=", "x, y"), new Matcher("kind", "!~", "b{1}"))),
                        new Selector("c", List.of()),
                        new Selector("c", List.of(new Matcher("d", "!=", "e"))));
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void itReadsOnlyMetricsLabelsAndValuesThatExist(Expression expression) {
        Map<String, Set<String>> usable = ExposedMetrics.usable();

        assertThat(readBy(expression.text())).isNotEmpty().allSatisfy(selector -> {
            assertThat(usable).containsKey(selector.metric());
            for (Matcher matcher : selector.matchers()) {
                assertThat(usable.get(selector.metric())).contains(matcher.label());
                if (ExposedMetrics.documented().containsKey(selector.metric())
                        && !ExposedMetrics.OF_TARGETS.contains(matcher.label())) {
                    assertThat(ExposedMetrics.values(selector.metric()))
                            .contains(matcher.value().split("\\|"));
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void itReadsOnlySeriesOfThisRelease(Expression expression) {
        assertThat(readBy(expression.text()))
                .filteredOn(selector -> !selector.metric().startsWith("apiserver_"))
                .allSatisfy(selector -> assertThat(selector.matchers())
                        .contains(new Matcher("namespace", "=", Monitored.NAMESPACE), expression.job()));
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void anAlertKeepsTheCluster(Expression alert) {
        assertThat(GROUPING.matcher(alert.text()).results().map(group -> group.group(1)))
                .isNotEmpty()
                .allMatch(labels -> List.of(labels.split(", ")).contains("cluster"));
        // An aggregation without labels would lose it.
        // everywhere.
        assertThat(alert.text()).doesNotContainPattern("\\b(sum|min|max|count|group)\\s*\\(");
    }

    @ParameterizedTest
    @MethodSource("panels")
    void aPanelReadsTheChosenClustersAlone(Expression panel) {
        assertThat(readBy(panel.text()))
                .allSatisfy(selector -> assertThat(selector.matchers()).contains(new Matcher("cluster", "=~", ".*")));
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void itGroupsByLabelsThatExistAndALegendNamesThoseAlone(Expression expression) {
        Set<String> labels = readBy(expression.text()).stream()
                .flatMap(selector -> ExposedMetrics.usable().get(selector.metric()).stream())
                .collect(Collectors.toSet());
        Set<String> grouped = GROUPING.matcher(expression.text())
                .results()
                .flatMap(group -> Stream.of(group.group(1).split(",")).map(String::strip))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(labels).containsAll(grouped);
        assertThat(grouped).containsAll(expression.legend());
    }

    @Test
    void theDashboardsVariablesOfferLabelsThatExist() {
        List<String> queries = new ArrayList<>();
        for (JsonNode variable : Monitored.dashboard().at("/templating/list")) {
            queries.add(filled(variable.at("/query/query").asText()));
        }
        queries.removeIf(String::isEmpty);

        assertThat(queries).hasSize(3).allSatisfy(query -> {
            var parts = VARIABLE.matcher(query);
            assertThat(parts.matches()).as(query).isTrue();
            assertThat(readBy(parts.group(1)))
                    .singleElement()
                    .satisfies(selector -> assertThat(ExposedMetrics.usable().get(selector.metric()))
                            .contains(parts.group(2)));
        });
    }

    /** Prometheus checks rules alone, so each query is the expression of one. */
    @Test
    @NeedsPrometheus
    void prometheusTakesTheQueriesOfTheDashboard(@TempDir Path directory) throws IOException {
        ObjectNode file = YAML.createObjectNode();
        ArrayNode rules =
                file.putArray("groups").addObject().put("name", "dashboard").putArray("rules");
        panels().forEach(panel ->
                rules.addObject().put("record", "query:" + rules.size()).put("expr", panel.text()));
        Path rulesFile = directory.resolve("rules.yaml");
        YAML.writeValue(rulesFile.toFile(), file);

        Promtool check = Promtool.run("check", "rules", rulesFile.toString());

        assertThat(check.exitCode()).as(check.output()).isZero();
    }

    private static List<Selector> readBy(String expression) {
        return NAME.matcher(GROUPING.matcher(expression).replaceAll(" "))
                .results()
                .filter(name -> !"(".equals(name.group(2)) && !OPERATORS.contains(name.group(1)))
                .map(name -> new Selector(name.group(1), matchers(name.group(3))))
                .toList();
    }

    private static List<Matcher> matchers(@Nullable String conditions) {
        return conditions == null
                ? List.of()
                : MATCHER.matcher(conditions)
                        .results()
                        .map(each -> new Matcher(each.group(1), each.group(2), each.group(3)))
                        .toList();
    }
}
