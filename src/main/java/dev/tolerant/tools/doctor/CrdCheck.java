package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tolerant.engine.crd.PolicySchema;
import dev.tolerant.settings.TolerantConfig.Source;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.TreeSet;

/** Checks that the cluster knows TolerationPolicy, with the fields of this version. */
final class CrdCheck {
    private static final String NAME = "tolerationpolicies.tolerant.dev";
    private static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + NAME;
    private static final String APPLY =
            "set crds.enabled=true in the chart's values, or apply the chart's files/crd.yaml with kubectl apply"
                    + " --server-side";

    private CrdCheck() {}

    static CheckResult find(Installation installation) throws UnansweredException {
        JsonNode crd = stored(installation.live());
        if (crd.isMissingNode()) {
            return installation.settings().policies().source() == Source.NONE
                    ? CheckResult.passed(
                            "the cluster does not know TolerationPolicy, and tolerant.policies.source is none")
                    : CheckResult.failed("the cluster does not know TolerationPolicy: there can be no policies", APPLY);
        }
        JsonNode schema = schema(crd);
        if (!schema.isObject()) {
            return CheckResult.failed("the CRD " + NAME + " does not serve v1alpha1", APPLY);
        }
        TreeSet<String> theirs = fields("spec", schema);
        TreeSet<String> own = fields("spec", PolicySchema.ofSpec());
        List<String> missing =
                own.stream().filter(field -> !theirs.contains(field)).toList();
        if (!missing.isEmpty()) {
            return CheckResult.failed(
                            "the CRD " + NAME
                                    + " is of an older version: the API server silently drops fields of policies",
                            APPLY)
                    .with(outermost(missing));
        }
        List<String> more =
                theirs.stream().filter(field -> !own.contains(field)).toList();
        return CheckResult.warning(
                        "the CRD " + NAME + " is of a later version than this command",
                        "use the command of the release's version")
                .with(outermost(more), "TolerationPolicy has the fields of this version");
    }

    private static JsonNode stored(KubernetesClient cluster) throws UnansweredException {
        try {
            return new ObjectMapper().readTree(cluster.raw(PATH, "GET", null));
        } catch (KubernetesClientException failed) {
            if (failed.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return MissingNode.getInstance();
            }
            throw UnansweredException.of(failed, "you may not read " + PATH);
        } catch (JsonProcessingException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    private static JsonNode schema(JsonNode crd) {
        return crd.at("/spec/versions")
                .valueStream()
                .filter(version -> version.path("name").asText().equals("v1alpha1")
                        && version.path("served").asBoolean(true))
                .map(version -> version.at("/schema/openAPIV3Schema/properties/spec"))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    private static TreeSet<String> fields(String path, JsonNode schema) {
        TreeSet<String> fields = new TreeSet<>();
        schema.path("properties").properties().forEach(field -> {
            fields.add(path + "." + field.getKey());
            fields.addAll(fields(path + "." + field.getKey(), field.getValue()));
        });
        if (schema.has("items")) {
            fields.addAll(fields(path + "[]", schema.get("items")));
        }
        return fields;
    }

    /** Without the fields of fields that are listed themselves. */
    private static List<String> outermost(List<String> fields) {
        return fields.stream()
                .filter(field -> fields.stream()
                        .noneMatch(outer -> field.startsWith(outer + ".") || field.startsWith(outer + "[]")))
                .toList();
    }
}
