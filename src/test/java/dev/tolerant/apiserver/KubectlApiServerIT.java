package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What kubectl shows of policies: the columns of lists, the category, and what it explains. */
@NeedsApiServer
class KubectlApiServerIT {
    private static final String GROUP = "/apis/tolerant.dev/v1alpha1";

    private final ApiClient admin;
    private final TestNamespace namespace;

    KubectlApiServerIT(ClusterUnderTest cluster) {
        this.admin = cluster.admin();
        this.namespace = cluster.namespace();
    }

    @Test
    void aListShowsWhatAPolicyDoesAndWhetherItIsInUse() {
        StoredPolicy policy = namespace.policy("listed", "{priority: 7, mode: Audit, match: {}}");
        policy.awaitAccepted("True");

        JsonNode table = admin.table(policy.manifest().path()).object();

        assertThat(table.path("kind").asText()).isEqualTo("Table");
        assertThat(columns(table)).containsExactly("Name", "Mode", "Priority", "Accepted", "Reason", "Age");
        assertThat(texts(table.at("/rows/0/cells")))
                .startsWith(policy.name(), "Audit", "7", "True", "Valid")
                .hasSameSizeAs(columns(table));
    }

    @Test
    void aPolicyBelongsToTheProjectsOwnCategory() {
        JsonNode resources = admin.get(GROUP).object().path("resources");

        JsonNode policies = StreamSupport.stream(resources.spliterator(), false)
                .filter(resource -> resource.path("name").asText().equals("tolerationpolicies"))
                .findFirst()
                .orElseThrow();
        assertThat(texts(policies.path("categories"))).containsExactly("tolerant");
        assertThat(texts(policies.path("shortNames"))).containsExactly("tolp");
        assertThat(policies.path("namespaced").asBoolean(true)).isFalse();
    }

    /** {@code kubectl explain} reads the OpenAPI document of version 3. */
    @Test
    void everythingFromTheRootOnIsExplained() {
        JsonNode policy = openApi();

        List<String> silent = new ArrayList<>();
        unexplained("", policy, silent);
        assertThat(policy.path("description").asText()).startsWith("A TolerationPolicy says which pods");
        assertThat(policy.at("/properties/spec/properties/match/description").asText())
                .isNotEmpty();
        assertThat(silent).isEmpty();
    }

    /** The API server publishes the document a moment after the CRD. */
    private JsonNode openApi() {
        AtomicReference<JsonNode> policy = new AtomicReference<>(Yaml.tree("{}"));
        waitingFor("the OpenAPI document").until(() -> {
            admin.get("/openapi/v3" + GROUP).body().at("/components/schemas").forEach(schema -> {
                if (isPolicy(schema)) {
                    policy.set(schema);
                }
            });
            return !policy.get().isEmpty();
        });
        return policy.get();
    }

    private static boolean isPolicy(JsonNode schema) {
        return StreamSupport.stream(
                        schema.path("x-kubernetes-group-version-kind").spliterator(), false)
                .anyMatch(kind -> kind.path("kind").asText().equals("TolerationPolicy")
                        && kind.path("group").asText().equals("tolerant.dev"));
    }

    private static void unexplained(String path, JsonNode schema, List<String> into) {
        schema.path("properties").properties().forEach(field -> {
            String at = path + "." + field.getKey();
            if (field.getValue().path("description").asText().isEmpty()) {
                into.add(at);
            }
            unexplained(at, field.getValue(), into);
            unexplained(at + "[]", field.getValue().path("items"), into);
        });
    }

    private static List<String> columns(JsonNode table) {
        return StreamSupport.stream(table.path("columnDefinitions").spliterator(), false)
                .map(column -> column.path("name").asText())
                .toList();
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
