package dev.tolerant.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What alerts and dashboard read, as Prometheus itself tells it. */
@NeedsPrometheus
@Tag("ci")
class ExpressionsIT {
    private static final String API_SERVER = "apiserver_";

    @TempDir
    private static Path directory;

    private static RemoteReads reads;
    private static RealPrometheus prometheus;

    @BeforeAll
    static void start() {
        reads = RemoteReads.start();
        // Nothing is to be scraped here; no program listens on that port.
        prometheus = RealPrometheus.start(directory, "127.0.0.1:1", reads.port());
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        reads.close();
    }

    @Test
    void eachSelectorOfAnExpressionIsSeenWithItsConditions() {
        List<Selector> read =
                readBy("histogram_quantile(0.99, sum by (le) (rate(a_bucket{job=\"x, y\",kind!~\"b{1}\"}[10m])))"
                        + " > 0.5 unless c offset 1d <= 2 * c{d!=\"e\"}");

        assertThat(read)
                .containsExactlyInAnyOrder(
                        new Selector(
                                "a_bucket",
                                List.of(
                                        new Selector.Matcher("job", "=", "x, y"),
                                        new Selector.Matcher("kind", "!~", "b{1}"))),
                        new Selector("c", List.of()),
                        new Selector("c", List.of(new Selector.Matcher("d", "!=", "e"))));
    }

    @Test
    void alertsReadOnlyMetricsAndLabelsThatExist() {
        assertThat(alerts()).hasSize(8).allSatisfy(ExpressionsIT::readsOnlyWhatExists);
    }

    @Test
    void theDashboardReadsOnlyMetricsAndLabelsThatExist() {
        assertThat(panels()).hasSize(10).allSatisfy(ExpressionsIT::readsOnlyWhatExists);
    }

    @Test
    void alertsAndDashboardReadOnlySeriesOfThisRelease() {
        String namespace = Monitored.NAMESPACE;
        String job = Monitored.JOB;

        assertThat(alerts())
                .allSatisfy(expression -> assertThat(ofTheRelease(expression))
                        .allSatisfy(selector -> assertThat(selector.matchers())
                                .contains(
                                        new Selector.Matcher("namespace", "=", namespace),
                                        new Selector.Matcher("job", "=", job))));
        // The dashboard's user may choose several jobs.
        assertThat(panels())
                .allSatisfy(expression -> assertThat(ofTheRelease(expression))
                        .allSatisfy(selector -> assertThat(selector.matchers())
                                .contains(
                                        new Selector.Matcher("namespace", "=", namespace),
                                        new Selector.Matcher("job", "=~", job))));
    }

    private static Stream<Selector> ofTheRelease(String expression) {
        return readBy(expression).stream().filter(selector -> !selector.metric().startsWith(API_SERVER));
    }

    private static void readsOnlyWhatExists(String expression) {
        Map<String, Set<String>> usable = ExposedMetrics.usable();
        List<Selector> read = readBy(expression);
        assertThat(read).as(expression).isNotEmpty().allSatisfy(selector -> {
            assertThat(usable).containsKey(selector.metric());
            assertThat(usable.get(selector.metric()))
                    .as("labels of %s in %s", selector.metric(), expression)
                    .containsAll(selector.labels());
        });
    }

    private static List<Selector> readBy(String expression) {
        reads.taken();
        prometheus.query(expression);
        return reads.taken();
    }

    private static List<String> alerts() {
        return Monitored.alerts().stream()
                .map(alert -> alert.get("expr").textValue())
                .toList();
    }

    private static List<String> panels() {
        return PanelQuery.all().stream().map(PanelQuery::expression).toList();
    }
}
