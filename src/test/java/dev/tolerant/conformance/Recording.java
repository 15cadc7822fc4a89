package dev.tolerant.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Resources;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.Namespace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The results of a live cluster with DefaultTolerationSeconds, PodTolerationRestriction and ExtendedResourceToleration.
 */
record Recording(List<Namespace> namespaces, List<RecordedCase> cases) {
    private static final Path FILE = Path.of("src/test/resources/conformance/in-tree-1.36.json.gz");
    private static final String STRANGER = "stranger";

    static Recording read() {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(FILE))) {
            JsonNode root = WholeProgram.JSON.readTree(in);
            List<Namespace> namespaces = new ArrayList<>();
            for (JsonNode namespace : root.get("namespaces")) {
                namespaces.add(WholeProgram.JSON.treeToValue(namespace, Namespace.class));
            }
            List<RecordedCase> cases = new ArrayList<>();
            for (JsonNode each : root.get("cases")) {
                cases.add(recordedCase(each, namespaces));
            }
            return new Recording(List.copyOf(namespaces), List.copyOf(cases));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static RecordedCase recordedCase(JsonNode each, List<Namespace> namespaces) throws IOException {
        JsonNode inTree = each.get("inTree");
        Namespace namespace = namespaces.stream()
                .filter(one ->
                        one.getMetadata().getName().equals(each.get("namespace").textValue()))
                .findFirst()
                .orElseThrow();
        ModelledPod pod = new ModelledPod(
                RecordedTolerations.list(each.get("submittedTolerations")),
                annotation(namespace, NamespaceFacts.DEFAULT_TOLERATIONS),
                annotation(namespace, NamespaceFacts.TOLERATIONS_WHITELIST),
                RequestFixture.reviewOf(each.get("review")).pod());
        return new RecordedCase(
                each.get("case").intValue(),
                pod,
                each.get("review"),
                inTree.get("allowed").booleanValue()
                        ? AdmittedPod.allowed(RecordedTolerations.list(inTree.get("tolerations")))
                        : AdmittedPod.REFUSED,
                inTree.path("qosClass").asText(""));
    }

    private static List<Toleration> annotation(Namespace namespace, String name) throws IOException {
        String text = namespace.getMetadata().getAnnotations().getOrDefault(name, "[]");
        return RecordedTolerations.list(WholeProgram.JSON.readTree(text));
    }

    /**
     * The taints to compare results with: every key of the recording's tolerations, annotations and resources and an
     * unknown one, each with every value, an unknown one and none, and with every effect.
     */
    List<Taint> probes() {
        Set<String> keys = new TreeSet<>(Set.of(STRANGER));
        Set<String> values = new TreeSet<>(Set.of("", STRANGER));
        for (RecordedCase each : cases) {
            ModelledPod pod = each.pod();
            Stream.of(pod.submitted(), each.inTree().tolerations(), pod.defaults(), pod.whitelist())
                    .flatMap(List::stream)
                    .forEach(toleration -> {
                        keys.add(toleration.key());
                        values.add(toleration.value());
                    });
            for (Resources resources : pod.facts().resources().containers()) {
                keys.addAll(resources.requests().keySet());
                keys.addAll(resources.limits().keySet());
            }
        }
        keys.remove("");
        List<Taint> probes = new ArrayList<>();
        for (String key : keys) {
            for (String value : values) {
                for (Effect effect : List.of(Effect.NO_SCHEDULE, Effect.PREFER_NO_SCHEDULE, Effect.NO_EXECUTE)) {
                    probes.add(new Taint(key, value, effect));
                }
            }
        }
        return List.copyOf(probes);
    }
}
