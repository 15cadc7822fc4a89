package dev.tolerant.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The chart's alerts fire when they should and not before, as Prometheus evaluates them. */
@Tag("ci")
class AlertsChartTest {
    private static final Path CASES = Path.of("src/test/resources/prometheus/alerts.yaml");
    private static final YAMLMapper YAML = new YAMLMapper();

    @TempDir
    private Path directory;

    static Stream<String> alertNames() {
        return Monitored.alerts().stream().map(alert -> alert.get("alert").textValue());
    }

    @Test
    void thereIsNoCaseOfAnAlertThatDoesNotExist() {
        assertThat(alertNames().toList()).containsAll(cases("").findValuesAsText("alertname"));
    }

    @ParameterizedTest
    @MethodSource("alertNames")
    void everyAlertHasACaseInWhichItFiresNotBeforeAndOneInWhichItDoesNot(String alert) {
        List<JsonNode> groups = new ArrayList<>();
        cases(alert).get("tests").forEach(groups::add);

        assertThat(groups)
                .as("cases in which %s fires, after it did not", alert)
                .anyMatch(group -> fires(group, 1) && !fires(group, 0));
        assertThat(groups)
                .as("cases in which %s does not fire", alert)
                .anyMatch(group -> Stream.iterate(0, i -> i + 1)
                        .limit(group.get("alert_rule_test").size())
                        .noneMatch(i -> fires(group, i)));
    }

    /** Whether the alert of this case fires at its n-th time. */
    private static boolean fires(JsonNode group, int n) {
        return !group.at("/alert_rule_test/" + n + "/exp_alerts").isEmpty();
    }

    @Test
    @NeedsPrometheus
    void prometheusTakesTheRules() {
        Promtool check =
                Promtool.run("check", "rules", write(Monitored.rules(), "").toString());

        assertThat(check.exitCode()).as(check.output()).isZero();
        assertThat(check.output()).contains(alertNames().count() + " rules found");
    }

    @ParameterizedTest
    @MethodSource("alertNames")
    @NeedsPrometheus
    void everyAlertFiresInItsCasesAndNotBefore(String alert) {
        Promtool test = tested(Monitored.rules(), alert);

        assertThat(test.exitCode()).as(test.output()).isZero();
    }

    @ParameterizedTest
    @MethodSource("alertNames")
    @NeedsPrometheus
    void theCasesNoticeAnAlertThatFiresNeverAlwaysOrTooEarly(String alert) {
        for (String change : List.of("(%s) unless on() vector(1)", "(%s) or vector(1)")) {
            ObjectNode rules = Monitored.rules();
            ObjectNode rule = named(alert, rules);
            rule.put("expr", change.formatted(rule.get("expr").textValue()));

            assertThat(tested(rules, alert).exitCode()).as(change).isNotZero();
        }
        ObjectNode rules = Monitored.rules();
        if (named(alert, rules).remove("for") != null) {
            assertThat(tested(rules, alert).exitCode()).as("without for").isNotZero();
        }
    }

    private static ObjectNode named(String alert, ObjectNode rules) {
        return Monitored.alertsIn(rules).stream()
                .filter(rule -> rule.get("alert").textValue().equals(alert))
                .findFirst()
                .orElseThrow();
    }

    /** Without the other rules, because Prometheus evaluates all of them every minute, in one case for a day. */
    private Promtool tested(ObjectNode rules, String alert) {
        ObjectNode rule = named(alert, rules);
        ((ObjectNode) rules.at("/groups/0")).putArray("rules").add(rule);
        write(rules, alert);
        return Promtool.run("test", "rules", directory.resolve("alerts.yaml").toString());
    }

    /** Writes the rules next to the cases of this alert; the cases name them. */
    private Path write(ObjectNode rules, String alert) {
        try {
            YAML.writeValue(directory.resolve("alerts.yaml").toFile(), cases(alert));
            Path file = directory.resolve("rules.yaml");
            YAML.writeValue(file.toFile(), rules);
            return file;
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** The cases of the alert of this name, or all of them if it is empty. */
    private static ObjectNode cases(String alert) {
        try {
            ObjectNode cases = (ObjectNode) YAML.readTree(Files.readString(CASES));
            ArrayNode chosen = cases.arrayNode();
            for (JsonNode group : cases.get("tests")) {
                if (group.findValuesAsText("alertname").contains(alert) || alert.isEmpty()) {
                    chosen.add(group);
                }
            }
            cases.set("tests", chosen);
            return cases;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
