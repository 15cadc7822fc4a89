package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tolerant.server.cluster.MockApiServer;
import io.fabric8.mockwebserver.http.MockResponse;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A mock API server, asked as the doctor asks one; only the ways to pods' ports do not lead through it. */
final class AskedServer implements ClusterApi, AfterEachCallback {
    private static final String PROBES = ".*(\\?dryRun=All|subjectaccessreviews)";

    private final MockApiServer server = new MockApiServer();
    private final ClientApi client = new ClientApi(server.client());
    private final Map<String, InetSocketAddress> ports = new HashMap<>();

    AskedServer() {
        answering(sent -> new ApiAnswer(404, MissingNode.getInstance(), "not found"));
    }

    /** Has an object at paths that begin so. */
    AskedServer with(String path, String yaml) {
        String json = DoctorFixture.yaml(yaml).toString();
        server.faults()
                .serve(
                        Pattern.quote(path) + ".*",
                        asked -> new MockResponse().setResponseCode(200).setBody(json));
        return this;
    }

    /** Forbids to read what is at paths that begin so. */
    AskedServer refusing(String path) {
        server.faults().answer("GET", Pattern.quote(path) + ".*", 403);
        return this;
    }

    /** Answers dry runs, and questions about rights. */
    AskedServer answering(Function<JsonNode, ApiAnswer> answer) {
        server.faults().serve(PROBES, (path, body) -> {
            ApiAnswer given = answer.apply(DoctorFixture.yaml(body));
            JsonNode object = given.isRefusal()
                    ? JsonNodeFactory.instance
                            .objectNode()
                            .put("kind", "Status")
                            .put("message", given.message())
                    : given.object();
            return new MockResponse().setResponseCode(given.code()).setBody(object.toString());
        });
        return this;
    }

    /** Has a pod whose ports are an address of this machine. */
    AskedServer forwarding(String pod, InetSocketAddress address) {
        ports.put(pod, address);
        return this;
    }

    List<JsonNode> posted() {
        return server.faults().bodies("POST", ".*").stream()
                .map(DoctorFixture::yaml)
                .toList();
    }

    @Override
    public JsonNode get(String path) throws UnansweredException {
        return client.get(path);
    }

    @Override
    public ApiAnswer post(String path, JsonNode object) throws UnansweredException {
        return client.post(path, object);
    }

    @Override
    public Tunnel tunnel(String namespace, String pod, int port) throws UnansweredException {
        InetSocketAddress address = ports.get(pod);
        if (address == null) {
            throw new UnansweredException("you may not forward ports of pods");
        }
        return new Tunnel() {
            @Override
            public InetSocketAddress address() {
                return address;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void afterEach(ExtensionContext context) {
        client.close();
        server.close();
    }
}
