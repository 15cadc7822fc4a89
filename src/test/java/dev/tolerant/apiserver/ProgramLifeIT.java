package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.eventually;
import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.chart.AccessRule;
import dev.tolerant.server.certificate.InstalledChart;
import dev.tolerant.testing.Certificates;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program over an API server, from its start to its end: each test starts it once, and asks in order. */
class ProgramLifeIT {
    private static final String READINESS = "dev.tolerant.server.webhook.ReadinessLog";
    private static final String ADMISSION = "\"loggerName\":\"dev.tolerant.server.webhook.Admission";
    /** The namespace of the review's pod, for which the program asks with each review until the watch tells it. */
    private static final String REVIEWED = "default";

    private static final int QUESTIONS = 5;
    private static final Pattern OWN_REVIEWS =
            Pattern.compile("warmed up with ([1-9]\\d*) reviews of the program's own");
    private static final Pattern TEXT = Pattern.compile("\\S+ \\S+ [A-Z]+ +\\[(\\S+)] \\(.*?\\) (.*)");
    private static final Pattern REQUEST = Pattern.compile(
            "(?<method>\\w+) /(?:api/v1|apis/(?<group>[^/]+)/[^/]+)(?:/namespaces/[^/]+(?=/))?/(?<resource>[^/?]+)"
                    + "(?:/(?<name>[^/?]+))?(?:/(?<sub>[^/?]+))?(?:\\?(?<query>.*))?");

    private static final List<AccessRule> OF_BUILT_IN_CERTIFICATES_AND_LEASE =
            List.of(AccessRule.OF_CERTIFICATES, AccessRule.OF_LEASE, AccessRule.OF_MUTATING_REGISTRATION);

    private static final List<String> POLICIES = List.of("""
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: ml-nodes}
            spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: []}}
            """, """
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: ml-pool}
            spec: {match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated}]}}
            """);

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata:
              namespace: shop
              name: web
              ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-7d, uid: r-1, controller: true}]
              managedFields:
              - {manager: kube-controller-manager, operation: Update, apiVersion: v1, fieldsType: FieldsV1,
                 fieldsV1: {"f:spec": {"f:containers": {}}}}
            spec:
              containers: [{name: web, image: web}]
              tolerations:
              - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
              - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            status: {phase: Running}
            """;

    private final InstalledChart cluster = new InstalledChart();

    @TempDir
    private Path directory;

    private ProgramUnderTest program;

    private record Line(String logger, String message) {
        static Line ofText(String line) {
            Matcher parts = TEXT.matcher(line);
            assertThat(parts.matches()).as(line).isTrue();
            return new Line(parts.group(1), parts.group(2));
        }

        static Line ofJson(JsonNode line) {
            return new Line(
                    line.path("loggerName").asText(), line.path("message").asText());
        }
    }

    @BeforeEach
    void runAPodAndAnswerNothingAboutNamespaces() {
        cluster.apiServer().lease(InstalledChart.NAMESPACE, "tolerant-leader");
        POLICIES.forEach(cluster.apiServer()::apply);
        cluster.apiServer().namespace("shop", Map.of(), Map.of());
        cluster.operator().resource(Serialization.unmarshal(POD, Pod.class)).create();
        cluster.apiServer().faults().answer("GET", "/api/v1/namespaces(\\?.*)?", 503);
    }

    @AfterEach
    void stop() {
        program.close();
        cluster.close();
    }

    @Test
    void enforcingItKeepsPodsAndItsCertificateAndLosesNoReviewUntilItIsStopped() throws Exception {
        start(
                "prod",
                Map.of(
                        "tolerant.keeper.mode", "enforce",
                        "quarkus.log.console.json.enabled", "true",
                        "quarkus.log.category.\"dev.tolerant\".level", "DEBUG",
                        "quarkus.shutdown.delay", "4s",
                        "quarkus.shutdown.timeout", "15s"));
        becomeReady();

        asJsonItHasSaidWhatMattersWithoutKeysThatTellNothing();
        ofTheReviewsThatWarmItUpOnlyOneLineOfTheLogTells();
        eventually(() -> assertThat(secondsOfThePod()).containsExactly(60L, 60L));
        cluster.apiServer().namespace(REVIEWED, Map.of(), Map.of());
        aNewAuthorityLosesNoReview();
        itHasUsedWhatTheChartGrants(AccessRule.ofKeeper(true), "PATCH .*/pods/web.*", "GET /api/v1/pods\\?watch=.*");
        toldToStopItLosesNoReview();
    }

    @Test
    void auditingItPatchesNothingAndServesTheMountedCertificateOnceThatIsForItsHost() throws Exception {
        Path mount = Files.createSymbolicLink(directory.resolve("mount"), mounted("elsewhere", "tolerant.example"));
        String both = Files.readString(
                        mounted("first", "127.0.0.1", "localhost").resolve("ca.crt"))
                + Files.readString(mounted("second", "127.0.0.1", "localhost").resolve("ca.crt"));
        Map<String, String> settings = new TreeMap<>(Certificates.settings(mount));
        settings.put("tolerant.keeper.mode", "audit");
        start("dev", settings);
        cluster.apiServer().faults().heal();

        eventually(() -> assertThat(new ObjectMapper()
                        .readTree(program.get("/q/health/ready").body())
                        .path("checks"))
                .filteredOn(check -> check.path("status").asText().equals("DOWN"))
                .singleElement()
                .asString()
                .contains("it is not for 127.0.0.1"));
        replaceAsAKubeletDoes(mount, "first");
        program.awaitReady();

        asTextItHasSaidWhatMatters();
        itHasCountedThePodAndPatchedNothing();
        cluster.apiServer().namespace(REVIEWED, Map.of(), Map.of());
        SteadyStream stream = stream(() -> Certificates.trust(both));
        replaceAsAKubeletDoes(mount, "second");
        itShowsAnotherCertificateAndLosesNoReview(stream);
    }

    @Test
    void enforcingWithAWebhookThatAuditsItPatchesNothing() throws Exception {
        start("test", Map.of("tolerant.keeper.mode", "enforce", "tolerant.mode", "audit"));
        becomeReady();

        asTextItHasSaidWhatMatters();
        itHasCountedThePodAndPatchedNothing();
    }

    @Test
    void withoutAKeeperItAsksForNoPod() throws Exception {
        start("prod", Map.of("tolerant.keeper.mode", "off"));
        becomeReady();

        asTextItHasSaidWhatMatters();
        assertThat(review().statusCode()).isEqualTo(200);
        itHasUsedWhatTheChartGrants(List.of());
    }

    /** Starts it, and asks several times whether it is ready, which it is not without the namespaces. */
    private void start(String profile, Map<String, String> further) throws IOException, InterruptedException {
        Map<String, String> settings = cluster.settings();
        settings.put("quarkus.profile", profile);
        settings.put("tolerant.policies.source", "cluster");
        settings.put("tolerant.rules.node-failure.not-ready", "60");
        settings.put("tolerant.rules.node-failure.unreachable", "60");
        settings.put("tolerant.keeper.account", "system:serviceaccount:system:tolerant");
        settings.put("tolerant.guards", "tolerant-registration");
        settings.putAll(further);
        program = ProgramUnderTest.startUnready(
                "tolerant-life-" + profile + "-" + settings.get("tolerant.keeper.mode"),
                FreePorts.find(2),
                settings,
                Map.of("KUBERNETES_NAMESPACE", InstalledChart.NAMESPACE));
        for (int i = 0; i < QUESTIONS; i++) {
            assertThat(program.get("/q/health/ready").statusCode()).isEqualTo(503);
        }
    }

    /** Answers about namespaces, and waits until it is ready. */
    private void becomeReady() {
        cluster.apiServer().faults().heal();
        program.awaitReady();
    }

    private void asTextItHasSaidWhatMatters() throws IOException {
        assertQuiet(program.process().log().lines().map(Line::ofText).toList());
    }

    private void asJsonItHasSaidWhatMattersWithoutKeysThatTellNothing() throws IOException {
        List<JsonNode> log = new ArrayList<>();
        for (String line : program.process().log().lines().toList()) {
            log.add(new ObjectMapper().readTree(line));
        }

        assertQuiet(log.stream().map(Line::ofJson).toList());
        assertThat(log)
                .allSatisfy(line -> assertThat(line.fieldNames())
                        .toIterable()
                        .containsExactlyInAnyOrder(
                                "timestamp", "loggerName", "level", "message", "threadName", "hostName", "processId"));
    }

    /** Once that it is not ready and why, once that it is, and nothing of libraries. */
    private static void assertQuiet(List<Line> log) {
        assertThat(log)
                .filteredOn(line -> line.logger().equals(READINESS))
                .extracting(Line::message)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("not ready: ")
                                .contains("policies and namespaces (")
                                .contains("namespaces: not read yet"),
                        last -> assertThat(last).isEqualTo("ready"));
        assertThat(log).extracting(Line::logger).contains("io.quarkus", "dev.tolerant.server.webhook.WarmUp");
        assertThat(log)
                .noneMatch(line -> line.logger().startsWith("io.smallrye.health"))
                .noneMatch(line -> line.logger().startsWith("io.fabric8."))
                .noneMatch(line -> line.message().contains("v1alpha1"));
    }

    private void ofTheReviewsThatWarmItUpOnlyOneLineOfTheLogTells() throws IOException, InterruptedException {
        String log = program.process().log();
        String metrics = program.get("/q/metrics").body();
        assertThat(review().statusCode()).isEqualTo(200);

        assertThat(log.lines().filter(line -> OWN_REVIEWS.matcher(line).find())).hasSize(1);
        assertThat(log).doesNotContain(ADMISSION);
        assertThat(program.process().log()).contains(ADMISSION);
        assertThat(metrics)
                .contains("tolerant_review_duration_seconds_count 0")
                .doesNotContain("tolerant_reviews_total{", "tolerant_skipped")
                .doesNotContainPattern("tolerant_problems_total\\{(?!kind=\"source\")");
        assertThat(program.get("/q/metrics").body())
                .contains("tolerant_review_duration_seconds_count 1", "tolerant_reviews_total{");
    }

    private void itHasCountedThePodAndPatchedNothing() {
        eventually(() -> assertThat(program.process().log()).contains("0 right, 1 to change"));

        assertThat(cluster.apiServer().faults().count("(PATCH|PUT)", "/api/v1/namespaces/[^/]+/pods/.*"))
                .isZero();
        assertThat(secondsOfThePod()).containsExactly(300L, 300L);
        assertThat(program.isAlive()).isTrue();
    }

    private List<Long> secondsOfThePod() {
        return cluster.operator().pods().inNamespace("shop").withName("web").get().getSpec().getTolerations().stream()
                .map(Toleration::getTolerationSeconds)
                .toList();
    }

    private void aNewAuthorityLosesNoReview() throws Exception {
        String before = caBundle();
        SteadyStream stream = stream(this::trust);
        cluster.setSecret(Map.of());
        itShowsAnotherCertificateAndLosesNoReview(stream);

        assertThat(caBundle()).isNotEqualTo(before).endsWith(before);
    }

    private SteadyStream stream(Supplier<SSLContext> trust) {
        SteadyStream stream = new SteadyStream(program, trust);
        stream.awaitAnswered(100);
        assertThat(stream.serials()).hasSize(1);
        return stream;
    }

    private static void itShowsAnotherCertificateAndLosesNoReview(SteadyStream stream) throws InterruptedException {
        waitingFor("the new certificate to be shown")
                .until(() -> stream.serials().size() > 1 || !stream.failures().isEmpty());
        stream.awaitAnswered(100);
        stream.stop();

        assertThat(stream.failures()).isEmpty();
        assertThat(stream.serials()).hasSize(2);
    }

    private HttpResponse<String> review() throws IOException {
        return program.review(ProgramUnderTest.client(trust()), BodyPublishers.ofFile(ProgramUnderTest.REVIEW))
                .join();
    }

    private SSLContext trust() {
        return Certificates.trust(caBundle());
    }

    private String caBundle() {
        return cluster.caBundles().iterator().next();
    }

    private Path mounted(String name, String... hostNames) throws IOException {
        Path files = Files.createDirectories(directory.resolve(name));
        Certificates.in(files, hostNames);
        return files;
    }

    /** Replaces one symbolic link, so that a reader never sees a mix of old and new files. */
    private void replaceAsAKubeletDoes(Path mount, String name) throws IOException {
        Path next = Files.createSymbolicLink(directory.resolve("next"), directory.resolve(name));
        Files.move(next, mount, StandardCopyOption.ATOMIC_MOVE);
    }

    private void toldToStopItLosesNoReview() throws Exception {
        SteadyStream stream = stream(this::trust);
        byte[] review = Files.readAllBytes(ProgramUnderTest.REVIEW);
        SubmissionPublisher<ByteBuffer> body = new SubmissionPublisher<>();
        CompletableFuture<HttpResponse<String>> slow =
                program.review(ProgramUnderTest.client(trust()), BodyPublishers.fromPublisher(body, review.length));
        await().until(body::hasSubscribers);
        body.submit(ByteBuffer.wrap(review, 0, review.length / 2));

        program.terminate();
        await("readiness to go down")
                .pollInterval(Duration.ofMillis(50))
                .until(() -> program.get("/q/health/ready").statusCode() == 503);
        // Endpoints need a moment to drop the pod, and reviews keep arriving until then.
        stream.awaitAnswered(20);
        stream.stop();
        eventually(() -> assertThat(program.hasLogged("Waiting for HTTP requests to complete"))
                .isTrue());
        body.submit(ByteBuffer.wrap(review, review.length / 2, review.length - review.length / 2));
        body.close();

        assertThat(stream.failures()).isEmpty();
        assertThat(slow.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        eventually(() -> assertThat(program.isAlive()).isFalse());
    }

    /** Further requests are those to wait for. */
    private void itHasUsedWhatTheChartGrants(List<AccessRule> further, String... requests) {
        Stream.concat(
                        Stream.of(
                                "PUT .*/status",
                                "PATCH .*/leases/.*",
                                "PATCH .*/serviceaccounts/tolerant-reservations.*",
                                "GET /api/v1/nodes\\?.*watch=true.*",
                                "GET .*/validatingadmissionpolicies\\?.*watch=true.*",
                                "GET .*/validatingadmissionpolicybindings\\?.*watch=true.*",
                                "GET /apis/node.k8s.io/v1/runtimeclasses\\?.*watch=true.*",
                                "GET /apis/karpenter.sh/v1/nodepools\\?.*watch=true.*"),
                        Stream.of(requests))
                .forEach(last ->
                        eventually(() -> assertThat(cluster.apiServer().faults().requests())
                                .anyMatch(request -> request.matches(last))));
        Set<String> used = cluster.apiServer().faults().requests().stream()
                .map(ProgramLifeIT::use)
                .collect(Collectors.toCollection(TreeSet::new));
        // What is applied before it is there is created: the API server asks for that right too.
        used.addAll(List.of("create /serviceaccounts", "delete /serviceaccounts"));
        // Every account may ask who it is.
        used.remove("create authentication.k8s.io/selfsubjectreviews");

        assertThat(used)
                .isEqualTo(Stream.of(
                                AccessRule.OF_POLICIES,
                                AccessRule.OF_GUARDS,
                                AccessRule.OF_RESERVATIONS,
                                OF_BUILT_IN_CERTIFICATES_AND_LEASE,
                                further)
                        .flatMap(List::stream)
                        .flatMap(rule ->
                                rule.verbs().stream().map(verb -> verb + " " + rule.group() + "/" + rule.resource()))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** The verb, the group and the resource, as RBAC names them. */
    private static String use(String request) {
        Matcher part = REQUEST.matcher(request);
        assertThat(part.matches()).as(request).isTrue();
        String query = Objects.requireNonNullElse(part.group("query"), "");
        String verb = switch (part.group("method")) {
            case "GET" -> query.matches(".*watch=(true|1).*") ? "watch" : part.group("name") == null ? "list" : "get";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "POST" -> "create";
            default -> part.group("method");
        };
        return verb + " " + Objects.requireNonNullElse(part.group("group"), "") + "/" + part.group("resource")
                + (part.group("sub") == null ? "" : "/" + part.group("sub"));
    }
}
