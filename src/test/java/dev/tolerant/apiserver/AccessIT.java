package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.chart.AccessRule;
import dev.tolerant.server.certificate.InstalledChart;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Compares the requests that the packaged program sends to the API server, with every feature on, with the rights that
 * the chart grants.
 */
class AccessIT {
    private static final Path REVIEW = Path.of("src/test/resources/reviews/pod-create-web.json");
    private static final Pattern REQUEST = Pattern.compile(
            "(?<method>\\w+) /(?:api/v1|apis/(?<group>[^/]+)/[^/]+)(?:/namespaces/[^/]+(?=/))?/(?<resource>[^/?]+)"
                    + "(?:/(?<name>[^/?]+))?(?:/(?<sub>[^/?]+))?(?:\\?(?<query>.*))?");

    private final InstalledChart cluster = new InstalledChart();

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void theProgramUsesWhatTheChartGrantsAndNothingElse() throws IOException, InterruptedException {
        Set<String> used = used(Map.of(), List.of("PATCH .*/leases/.*"));

        assertThat(used).isEqualTo(granted(Stream.of()));
    }

    @Test
    void withAKeeperItUsesWhatTheChartGrantsItThen() throws IOException, InterruptedException {
        cluster.operator()
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(InstalledChart.NAMESPACE)
                        .withName("running")
                        .endMetadata()
                        .withNewSpec()
                        .endSpec()
                        .build())
                .create();
        cluster.operator()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(InstalledChart.NAMESPACE)
                        .endMetadata()
                        .build())
                .create();

        Set<String> used = used(
                Map.of(
                        "tolerant.fleet.mode",
                        "enforce",
                        "tolerant.fleet.account",
                        "system:serviceaccount:system:tolerant"),
                List.of("PATCH .*/pods/running.*", "GET /api/v1/pods\\?watch=.*", "PATCH .*/leases/.*"));

        assertThat(used).isEqualTo(granted(AccessRule.ofKeeper(true).stream()));
    }

    /** The rights that the running program has used once it has made these requests too. */
    private Set<String> used(Map<String, String> further, List<String> requests)
            throws IOException, InterruptedException {
        cluster.apiServer().apply("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: ml-nodes}
                spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: []}}
                """);
        cluster.apiServer().apply("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: ml-pool}
                spec: {match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated}]}}
                """);
        Map<String, String> settings = settings();
        settings.putAll(further);
        try (ProgramUnderTest program = ProgramUnderTest.start(
                "tolerant-access",
                FreePorts.find(2),
                settings,
                Map.of("KUBERNETES_NAMESPACE", InstalledChart.NAMESPACE))) {
            post(program);
            Stream.concat(
                            Stream.of(
                                    "PUT .*/status",
                                    "PATCH .*/reservations/current.*",
                                    "GET /api/v1/nodes\\?.*watch=true.*",
                                    "GET /apis/karpenter.sh/v1/nodepools\\?.*watch=true.*"),
                            requests.stream())
                    .forEach(last -> await(last)
                            .atMost(Duration.ofSeconds(20))
                            .until(() -> cluster.apiServer().faults().requests().stream()
                                    .anyMatch(request -> request.matches(last))));
            Set<String> used = new TreeSet<>();
            cluster.apiServer().faults().requests().stream().map(AccessIT::use).forEach(used::add);
            // What is applied before it is there is created: the API server asks for that right too.
            used.add("create tolerant.dev/reservations");
            return used;
        }
    }

    /** Posts a review of a pod whose namespace the watch does not know, so that the program reads the namespace. */
    private void post(ProgramUnderTest program) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newBuilder()
                .sslContext(Certificates.trust(cluster.caBundles().iterator().next()))
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create(program.url() + "/mutate"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofFile(REVIEW))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
    }

    /** {@code further} is what the chart grants besides. */
    private static Set<String> granted(Stream<AccessRule> further) {
        Set<String> granted = new TreeSet<>();
        Stream.of(
                        AccessRule.OF_POLICIES.stream(),
                        Stream.of(
                                AccessRule.OF_CERTIFICATES,
                                AccessRule.OF_LEASE,
                                AccessRule.OF_NEW_LEASE,
                                AccessRule.OF_MUTATING_REGISTRATION),
                        further)
                .flatMap(rules -> rules)
                .forEach(rule ->
                        rule.verbs().forEach(verb -> granted.add(verb + " " + rule.group() + "/" + rule.resource())));
        return granted;
    }

    /** The verb, the group and the resource, as RBAC names them. */
    private static String use(String request) {
        Matcher part = REQUEST.matcher(request);
        assertThat(part.matches()).as(request).isTrue();
        String resource =
                part.group("sub") == null ? part.group("resource") : part.group("resource") + "/" + part.group("sub");
        String group = part.group("group") == null ? "" : part.group("group");
        return verb(part) + " " + group + "/" + resource;
    }

    private static String verb(Matcher part) {
        boolean isOne = part.group("name") != null;
        String query = part.group("query") == null ? "" : part.group("query");
        return switch (part.group("method")) {
            case "GET" -> query.matches(".*watch=(true|1).*") ? "watch" : isOne ? "get" : "list";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "POST" -> "create";
            default -> part.group("method");
        };
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(cluster.settings());
        settings.put("tolerant.policies.source", "cluster");
        return settings;
    }
}
