package dev.tolerant.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.tolerant.chart.UnknownFields;
import dev.tolerant.testing.LocalServer;
import io.fabric8.kubernetes.api.Pluralize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * An API server without objects that says by discovery and OpenAPI which kinds it has, and that it checks fields itself; it answers dry
 * runs with the object that came, or with the fields that its kind does not have, and refuses what would stay.
 */
final class DryRunServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KubernetesSerialization KNOWN = new KubernetesSerialization();
    /** The kinds in namespaces that the client has no class for. */
    private static final Set<String> NAMESPACED = Set.of("Certificate", "Issuer", "PodMonitor", "PrometheusRule");

    /** The kinds by the path of their group and version, such as {@code /apis/apps/v1}. */
    private final Map<String, List<Kind>> kinds;

    private final List<String> dryRuns = new CopyOnWriteArrayList<>();
    private final LocalServer server = new LocalServer(this::answer);

    /** A kind of objects, which {@code apiVersion} and {@code kind} of an object name. */
    record Kind(String apiVersion, String name) {
        private String path() {
            return (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
        }

        private String group() {
            return apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
        }

        private String version() {
            return apiVersion.substring(apiVersion.indexOf('/') + 1);
        }

        private Optional<Class<? extends HasMetadata>> type() {
            return Optional.ofNullable(KNOWN.getRegisteredKubernetesResource(apiVersion, name))
                    .filter(HasMetadata.class::isAssignableFrom)
                    .map(type -> type.asSubclass(HasMetadata.class));
        }

        private ObjectNode resource() {
            ObjectNode resource = JSON.createObjectNode();
            String plural = type().map(HasMetadata::getPlural)
                    .orElseGet(() -> Pluralize.toPlural(name.toLowerCase(Locale.ROOT)));
            resource.put("name", plural);
            resource.put("kind", name);
            resource.put(
                    "namespaced",
                    type().map(Namespaced.class::isAssignableFrom).orElseGet(() -> NAMESPACED.contains(name)));
            resource.putArray("verbs").add("get").add("list").add("create").add("patch");
            return resource;
        }
    }

    DryRunServer(Collection<Kind> kinds) {
        this.kinds =
                kinds.stream().distinct().collect(Collectors.groupingBy(Kind::path, TreeMap::new, Collectors.toList()));
    }

    String url() {
        return server.url();
    }

    /** The queries of the dry runs until now. */
    List<String> dryRuns() {
        return dryRuns;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        if (method.equals("POST") || method.equals("PATCH")) {
            JsonNode object = JSON.readTree(exchange.getRequestBody());
            dryRuns.add(exchange.getRequestURI().getQuery());
            List<String> unknown = unknown(object);
            if (!"All".equals(LocalServer.query(exchange).get("dryRun"))) {
                refuse(exchange, 405, "this is no dry run");
            } else if (!unknown.isEmpty()) {
                refuse(exchange, 400, "strict decoding error: unknown fields " + unknown);
            } else {
                LocalServer.send(exchange, 201, object.toString());
            }
            return;
        }
        JsonNode answer = found(exchange.getRequestURI().getPath());
        if (answer.isMissingNode()) {
            refuse(exchange, 404, "not found");
        } else {
            LocalServer.send(exchange, 200, answer.toString());
        }
    }

    /** The fields that the object's kind does not have, as far as the client has a class for it. */
    private static List<String> unknown(JsonNode object) {
        return new Kind(object.path("apiVersion").asText(), object.path("kind").asText())
                .type()
                .map(type -> UnknownFields.of(KNOWN.unmarshal(object.toString(), type)))
                .orElse(List.of());
    }

    private static void refuse(HttpExchange exchange, int code, String message) throws IOException {
        ObjectNode status = JSON.createObjectNode().put("kind", "Status").put("apiVersion", "v1");
        status.put("status", "Failure").put("message", message).put("code", code);
        status.put("reason", code == 404 ? "NotFound" : "BadRequest");
        LocalServer.send(exchange, code, status.toString());
    }

    private JsonNode found(String path) {
        ObjectNode answer = JSON.createObjectNode();
        if (path.equals("/api")) {
            answer.put("kind", "APIVersions").putArray("versions").add("v1");
        } else if (path.equals("/apis")) {
            answer.put("kind", "APIGroupList").put("apiVersion", "v1").set("groups", groups());
        } else if (path.equals("/openapi/v3")) {
            ObjectNode paths = answer.putObject("paths");
            kinds.keySet()
                    .forEach(each -> paths.putObject(each.substring(1)).put("serverRelativeURL", "/openapi/v3" + each));
        } else if (path.startsWith("/openapi/v3/") && kinds.containsKey(path.substring("/openapi/v3".length()))) {
            answer.put("openapi", "3.0.0");
            answer.set("paths", operations(kinds.get(path.substring("/openapi/v3".length()))));
        } else if (kinds.containsKey(path)) {
            answer.put("kind", "APIResourceList")
                    .put("groupVersion", kinds.get(path).get(0).apiVersion());
            answer.putArray("resources")
                    .addAll(kinds.get(path).stream().map(Kind::resource).toList());
        } else {
            return answer.path("none");
        }
        return answer;
    }

    private JsonNode groups() {
        ObjectNode groups = JSON.createObjectNode();
        kinds.values().stream()
                .map(each -> each.get(0))
                .filter(kind -> !kind.group().isEmpty())
                .forEach(kind -> {
                    ObjectNode version = JSON.createObjectNode()
                            .put("groupVersion", kind.apiVersion())
                            .put("version", kind.version());
                    ObjectNode group = groups.withObject("/" + kind.group().replace("/", "~1"))
                            .put("name", kind.group());
                    group.withArray("versions").add(version);
                    group.set("preferredVersion", version);
                });
        return JSON.createArrayNode().addAll(groups.valueStream().toList());
    }

    /** Of each kind the operation by which clients see that the API server checks fields. */
    private static ObjectNode operations(List<Kind> kinds) {
        ObjectNode paths = JSON.createObjectNode();
        for (Kind kind : kinds) {
            ObjectNode patch = paths.putObject(
                            kind.path() + "/" + kind.resource().path("name").asText())
                    .putObject("patch");
            patch.putObject("responses");
            patch.putArray("parameters")
                    .addObject()
                    .put("name", "fieldValidation")
                    .put("in", "query");
            patch.putObject("x-kubernetes-group-version-kind")
                    .put("group", kind.group())
                    .put("version", kind.version())
                    .put("kind", kind.name());
        }
        return paths;
    }

    @Override
    public void close() {
        server.close();
    }
}
