package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.NAMESPACES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.api.ApiServer;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.testing.Faults;
import dev.tolerant.thread.DaemonThreads;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the program reads lists of many pages from an API server that refuses some of them. */
class ClusterListsTest {
    private static final int PAGE = 500;
    private static final String PAGES = NAMESPACES + "\\?limit=.*";
    private static final String FIRST = NAMESPACES + "\\?limit=\\d+";

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    private final AtomicInteger asked = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 503})
    void aPageThatIsRefusedIsAskedForAgainAndTheListGoesOn(int code) {
        cluster.server
                .faults()
                .serve(PAGES, path -> asked.incrementAndGet() % 8 == 0 ? Faults.Answer.failure(code) : page(path, 30));

        cluster.source.start();

        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        assertThat(cluster.snapshot.namespace("team-14999")).isNotNull();
        assertThat(timesAsked()).hasSize(30);
        assertThat(Collections.max(timesAsked().values())).isEqualTo(2);
    }

    @Test
    void aListWhoseTokenIsTooOldBeginsAnew() {
        cluster.server
                .faults()
                .serve(PAGES, path -> asked.incrementAndGet() == 3 ? Faults.Answer.failure(410) : page(path, 4));

        cluster.source.start();

        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        assertThat(cluster.snapshot.namespace("team-1999")).isNotNull();
        assertThat(cluster.server.faults().count("GET", FIRST)).isEqualTo(2);
    }

    @Test
    void aListThatIsNeededNoMoreIsAskedForNoMore() {
        cluster.server.faults().answer("GET", PAGES, 503);
        cluster.source.start();
        eventually(() -> assertThat(cluster.server.faults().count("GET", PAGES)).isGreaterThan(1));

        cluster.source.close();

        eventually(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("tolerant-namespaces"));
    }

    /** An empty namespace takes about 590 bytes of the tenth of the heap that namespaces may take. */
    @Test
    void whatHasNoRoomIsLeftOutAndSaidAndTakenUpOnceThereIsRoom() {
        cluster.server.namespace("a", Map.of(), Map.of());
        cluster.server.namespace("b", Map.of(), Map.of());
        try (Reflector<NamespaceFacts> namespaces = namespaces(13_000)) {
            namespaces.setNeeded(true);
            eventually(() -> assertThat(namespaces.words()).contains("watching"));

            cluster.server.namespace("c", Map.of(), Map.of());
            cluster.server.namespace("a", Map.of("label", "x".repeat(5_000)), Map.of());

            eventually(() -> assertThat(namespaces.words())
                    .contains("watching; 2 left out, because the heap has no room for them"));
            assertThat(namespaces.byName()).containsOnlyKeys("a", "b");
            assertThat(namespaces.byName())
                    .hasEntrySatisfying("a", kept -> assertThat(kept.labels()).doesNotContainKey("label"));
            assertThat(cluster.gauge("tolerant.source.left.out", "source", "namespaces"))
                    .isEqualTo(2);
            assertThat(cluster.metrics.get("tolerant.problems").counter().count())
                    .isEqualTo(1);

            cluster.server.faults().expireWatches(NAMESPACES);
            eventually(() ->
                    assertThat(cluster.server.faults().count("GET", FIRST)).isEqualTo(2));
            eventually(() -> assertThat(namespaces.isWatching()).isTrue());
            assertThat(namespaces.byName()).containsOnlyKeys("a", "b");

            cluster.server.deleteNamespace("a");
            eventually(() -> assertThat(namespaces.byName()).containsOnlyKeys("b"));
            cluster.server.faults().cutWatches(NAMESPACES);

            eventually(() -> assertThat(namespaces.byName()).containsOnlyKeys("b", "c"));
            eventually(() -> assertThat(namespaces.words()).contains("watching"));
        }
    }

    private Reflector<NamespaceFacts> namespaces(long heap) {
        return new Reflector<>(
                WatchedKinds.namespaces(new TolerationRules(false)),
                new Reflector.Tools(
                        ApiServer.of(cluster.client, DaemonThreads.single("timer")),
                        new SourceMetrics(cluster.metrics),
                        cluster::nanos,
                        WatchedCluster::sleep,
                        new Heap(heap)),
                (name, before, now) -> {});
    }

    private Map<String, Long> timesAsked() {
        return cluster.server.faults().requests().stream()
                .filter(line -> line.matches("GET " + PAGES))
                .collect(Collectors.groupingBy(line -> line, Collectors.counting()));
    }

    /** The page of this path, of so many. */
    private static Faults.Answer page(String path, int pages) {
        int page = path.contains("continue=") ? Integer.parseInt(path.replaceAll(".*continue=", "")) : 0;
        String items = IntStream.range(page * PAGE, (page + 1) * PAGE)
                .mapToObj(i -> "{\"metadata\": {\"name\": \"team-" + i + "\"}}")
                .collect(Collectors.joining(","));
        return Faults.Answer.ok(
                "{\"kind\": \"NamespaceList\", \"apiVersion\": \"v1\", \"metadata\": {\"resourceVersion\": \"1\", \"continue\": \""
                        + (page + 1 < pages ? page + 1 : "") + "\"}, \"items\": [" + items + "]}");
    }
}
