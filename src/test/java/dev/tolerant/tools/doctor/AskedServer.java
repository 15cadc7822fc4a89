package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tolerant.testing.Faults;
import dev.tolerant.testing.MockApiServer;
import dev.tolerant.testing.Yaml;
import dev.tolerant.tools.doctor.DryRuns.ApiAnswer;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A mock API server, asked as the doctor asks one. */
final class AskedServer implements AfterEachCallback {
    private static final String PROBES = ".*\\?dryRun=All";

    private final MockApiServer server = new MockApiServer();
    private final KubernetesClient client = server.client();

    AskedServer() {
        answering(sent -> new ApiAnswer(404, MissingNode.getInstance(), "not found"));
    }

    /** Has an object at paths that begin so. */
    AskedServer with(String path, String yaml) {
        String json = Yaml.tree(yaml).toString();
        server.faults().serve(Pattern.quote(path) + ".*", asked -> Faults.Answer.ok(json));
        return this;
    }

    /** Refuses what is asked at paths that begin so. */
    void refusing(String path, int code) {
        server.faults().answer("GET", Pattern.quote(path) + ".*", code);
    }

    /** Answers dry runs. */
    AskedServer answering(Function<JsonNode, ApiAnswer> answer) {
        server.faults().serve(PROBES, (path, body) -> {
            ApiAnswer given = answer.apply(Yaml.tree(body));
            JsonNode object = given.isRefusal()
                    ? JsonNodeFactory.instance
                            .objectNode()
                            .put("kind", "Status")
                            .put("message", given.message())
                    : given.object();
            return new Faults.Answer(given.code(), object.toString());
        });
        return this;
    }

    List<JsonNode> posted() {
        return server.faults().bodies("POST", ".*").stream().map(Yaml::tree).toList();
    }

    /** Leaves questions for paths that begin so without an answer. */
    void silent(String path) {
        server.faults().serve(Pattern.quote(path) + ".*", asked -> Faults.Answer.NONE);
    }

    KubernetesClient client() {
        return client;
    }

    /** Method and path with query of every request. */
    List<String> requests() {
        return server.faults().requests();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        client.close();
        server.close();
    }
}
