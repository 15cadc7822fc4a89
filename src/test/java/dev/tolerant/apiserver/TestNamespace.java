package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.Yaml;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;

/** A namespace of one test, and the policies that apply only to its pods. */
final class TestNamespace {
    /** A pod whose author wrote nothing that the rules look at. */
    static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec: {containers: [{name: web, image: "example.com/web:1"}]}
            """;

    private final ApiClient client;
    private final String name;

    private TestNamespace(ApiClient client, String name) {
        this.client = client;
        this.name = name;
    }

    /** Creates it with these annotations, in one line of YAML. */
    static TestNamespace create(ApiClient admin, String name, String annotations) {
        ApiObject namespace = ApiObject.of("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: %s, annotations: %s}
                """.formatted(name, annotations));
        admin.post(namespace.collection(), namespace.object()).object();
        return new TestNamespace(admin, name);
    }

    /** The same namespace, as another user. */
    TestNamespace as(ApiClient other) {
        return new TestNamespace(other, name);
    }

    String name() {
        return name;
    }

    ApiAnswer create(String yaml) {
        ApiObject object = ApiObject.of(yaml).in(name);
        return client.post(object.collection(), object.object());
    }

    /** Creates the object as a dry run, which stores nothing. */
    ApiAnswer dryRun(String yaml) {
        ApiObject object = ApiObject.of(yaml).in(name);
        return client.post(object.collection() + "?dryRun=All", object.object());
    }

    ApiAnswer get(String yaml) {
        return client.get(ApiObject.of(yaml).in(name).path());
    }

    /** A PUT without a resourceVersion, as {@code kubectl replace} sends it. */
    ApiAnswer replace(String yaml) {
        ApiObject object = ApiObject.of(yaml).in(name);
        return client.put(object.path(), object.object());
    }

    /** A PUT of an object that the test has read and changed. */
    ApiAnswer replace(JsonNode read) {
        ApiObject object = new ApiObject((ObjectNode) read);
        return client.put(object.path(), object.object());
    }

    ApiAnswer apply(String yaml) {
        ApiObject object = ApiObject.of(yaml).in(name);
        return client.apply(object.path(), object.object());
    }

    ApiAnswer patch(String yaml, String mergePatch) {
        return client.mergePatch(ApiObject.of(yaml).in(name).path(), Yaml.tree(mergePatch));
    }

    /**
     * Repeats a dry run until the answer is as expected, because policies take effect after a moment; returns that
     * answer.
     */
    ApiAnswer awaitDryRun(String yaml, Predicate<ApiAnswer> expected) {
        AtomicReference<ApiAnswer> last = new AtomicReference<>();
        try {
            waitingFor("the answer that is expected").until(() -> {
                last.set(dryRun(yaml));
                return expected.test(last.get());
            });
        } catch (ConditionTimeoutException never) {
            throw new AssertionError("the last answer in namespace " + name + " was " + last.get(), never);
        }
        return last.get();
    }

    /** Creates a policy for this namespace's pods; its name starts with the namespace's. */
    StoredPolicy policy(String policyName, String spec) {
        ApiObject policy = ApiObject.of("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: %s-%s}
                """.formatted(name, policyName));
        policy.object().set("spec", Yaml.tree(spec));
        policy.object()
                .withObject("/spec/match/namespaceSelector/matchLabels")
                .put("kubernetes.io/metadata.name", name);
        client.post(policy.collection(), policy.object()).object();
        return new StoredPolicy(client, policy);
    }
}
