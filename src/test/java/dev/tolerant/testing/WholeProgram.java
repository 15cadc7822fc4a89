package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.fge.jsonpatch.JsonPatch;
import com.github.fge.jsonpatch.JsonPatchException;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.server.webhook.Admission;
import dev.tolerant.server.webhook.AdmissionMetrics;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.setup.EngineFactory;
import io.fabric8.kubernetes.api.model.Namespace;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The program from the bytes of a review to the bytes of its answer, without a server around it. */
public final class WholeProgram {
    public static final ObjectMapper JSON = new ObjectMapper();

    /** Settings that were read, because reading some takes milliseconds, and a test of many trials asks for the same ones. */
    private static final Map<Map<String, String>, TolerantConfig> CONFIGS = new ConcurrentHashMap<>();

    private static final int MOST_CONFIGS = 1000;

    private final Admission admission;
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    private WholeProgram(Map<String, String> settings, CurrentSnapshot snapshot) {
        Engine engine = EngineFactory.of(config(settings));
        this.admission = new Admission(engine, snapshot, new AdmissionMetrics(metrics, snapshot, engine));
    }

    /** A webhook with the default settings that decides with what this snapshot has at the moment. */
    public static WholeProgram over(CurrentSnapshot snapshot) {
        return new WholeProgram(Map.of(), snapshot);
    }

    /** A webhook with these settings ({@code rules.node-failure.not-ready}, ...) over the defaults. */
    public static WholeProgram with(Map<String, String> settings, Namespace... namespaces) {
        return with(settings, List.of(), namespaces);
    }

    /** A webhook with these settings and policies. */
    public static WholeProgram with(
            Map<String, String> settings, Collection<Policy> policies, Namespace... namespaces) {
        return with(settings, policies, Map.of(), namespaces);
    }

    /** A webhook with these settings and policies, in a cluster with these nodes. */
    public static WholeProgram with(
            Map<String, String> settings,
            Collection<Policy> policies,
            Map<String, Node> nodes,
            Namespace... namespaces) {
        return with(settings, policies, nodes, Injections.NOTHING, Injections.NOTHING, namespaces);
    }

    /** The same where the API server gives this by itself, and judges by what was stored before. */
    public static WholeProgram with(
            Map<String, String> settings,
            Collection<Policy> policies,
            Map<String, Node> nodes,
            Injections injections,
            Injections judging,
            Namespace... namespaces) {
        Map<String, NamespaceFacts> facts = new HashMap<>();
        for (Namespace namespace : namespaces) {
            facts.put(namespace.getMetadata().getName(), NamespaceFixture.read(namespace, config(settings)));
        }
        CurrentSnapshot snapshot = new CurrentSnapshot();
        snapshot.set(new Snapshot(PolicySet.of(policies), facts, nodes).with(injections, judging, Set.of()));
        return new WholeProgram(settings, snapshot);
    }

    /** A webhook with these objects, as files of a directory have them, and the default settings. */
    public static WholeProgram ofFiles(String objects) {
        return ofFiles(Map.of(), objects);
    }

    /** The same with these settings over the defaults. */
    public static WholeProgram ofFiles(Map<String, String> settings, String objects) {
        CurrentSnapshot snapshot = new CurrentSnapshot();
        try {
            snapshot.set(PolicyFiles.ofText(objects, new TolerationRules(false)).snapshot());
        } catch (InvalidManifestException notYaml) {
            throw new AssertionError(notYaml);
        }
        return new WholeProgram(settings, snapshot);
    }

    public static TolerantConfig config(Map<String, String> settings) {
        if (CONFIGS.size() > MOST_CONFIGS) {
            CONFIGS.clear();
        }
        return CONFIGS.computeIfAbsent(Map.copyOf(settings), WholeProgram::read);
    }

    private static TolerantConfig read(Map<String, String> settings) {
        Map<String, String> properties = new HashMap<>();
        settings.forEach((name, value) -> properties.put("tolerant." + name, value));
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .addDefaultInterceptors()
                .withMapping(TolerantConfig.class)
                .withSources(new PropertiesConfigSource(properties, "test", 500))
                .build()
                .getConfigMapping(TolerantConfig.class);
    }

    public SimpleMeterRegistry metrics() {
        return metrics;
    }

    public Admission admission() {
        return admission;
    }

    /** The answer's bytes. */
    public byte[] answer(byte[] review) throws InvalidReviewException {
        return admission.answer(review).join();
    }

    /** The sentence for a body that is no review. */
    public String refusalOf(byte[] body) {
        try {
            answer(body);
            throw new AssertionError("the body was taken for a review");
        } catch (InvalidReviewException invalid) {
            return String.valueOf(invalid.getMessage());
        }
    }

    /** The answer to a review, with its patch applied to the review's object by json-patch. */
    public Answer ask(JsonNode review) {
        try {
            JsonNode response =
                    JSON.readTree(answer(JSON.writeValueAsBytes(review))).get("response");
            JsonNode object = review.path("request").path("object");
            if (!response.has("patch")) {
                return new Answer(response, JSON.createArrayNode(), object.deepCopy());
            }
            ArrayNode patch = (ArrayNode) JSON.readTree(
                    Base64.getDecoder().decode(response.get("patch").textValue()));
            return new Answer(response, patch, JsonPatch.fromJson(patch).apply(object));
        } catch (InvalidReviewException invalid) {
            throw new IllegalArgumentException(invalid.getMessage(), invalid);
        } catch (JsonPatchException doesNotApply) {
            throw new AssertionError("the patch does not apply", doesNotApply);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The same review about another object: what the API server would ask after a patch. */
    public static ObjectNode withObject(JsonNode review, JsonNode object) {
        ObjectNode copy = review.deepCopy();
        ((ObjectNode) copy.get("request")).set("object", object);
        return copy;
    }

    /**
     * An answer.
     *
     * @param response the {@code response} of the answered AdmissionReview
     * @param patch the decoded patch; empty if there is none
     * @param object the review's object with the patch applied
     */
    public record Answer(JsonNode response, ArrayNode patch, JsonNode object) {
        public boolean allowed() {
            return response.get("allowed").booleanValue();
        }

        public JsonNode tolerations() {
            return object.path("spec").path("tolerations");
        }
    }
}
