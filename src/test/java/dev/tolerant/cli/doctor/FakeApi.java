package dev.tolerant.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** An API server of a few answers, which a test names by their paths. */
final class FakeApi implements ClusterApi {
    static final YAMLMapper YAML = new YAMLMapper();

    private final Map<String, JsonNode> objects = new LinkedHashMap<>();
    private final Map<String, String> refusals = new LinkedHashMap<>();
    private final Map<String, InetSocketAddress> ports = new LinkedHashMap<>();
    private final List<JsonNode> posted = new ArrayList<>();
    private Function<JsonNode, ApiAnswer> answers = sent -> new ApiAnswer(404, MissingNode.getInstance(), "not found");

    static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (Exception invalid) {
            throw new AssertionError(invalid);
        }
    }

    /** Has an object at a path that begins so. */
    FakeApi with(String path, String yaml) {
        objects.put(path, yaml(yaml));
        return this;
    }

    /** Refuses to say what is at paths that begin so. */
    FakeApi refusing(String path, String why) {
        refusals.put(path, why);
        return this;
    }

    FakeApi answering(Function<JsonNode, ApiAnswer> answer) {
        answers = answer;
        return this;
    }

    /** Has a pod whose ports are an address of this machine. */
    FakeApi forwarding(String pod, InetSocketAddress address) {
        ports.put(pod, address);
        return this;
    }

    List<JsonNode> posted() {
        return posted;
    }

    @Override
    public JsonNode get(String path) throws UnansweredException {
        for (Map.Entry<String, String> refusal : refusals.entrySet()) {
            if (path.startsWith(refusal.getKey())) {
                throw new UnansweredException(refusal.getValue());
            }
        }
        return objects.entrySet().stream()
                .filter(object -> path.startsWith(object.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    @Override
    public synchronized ApiAnswer post(String path, JsonNode object) {
        posted.add(object);
        return answers.apply(object);
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
}
