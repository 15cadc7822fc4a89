package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.observed.explain.PodTemplate;
import dev.tolerant.tools.lint.Finding.CheckedObject;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCertificateProjection;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Finds fields that pods and the objects with their templates do not have: the API's strict validation refuses them, and drops them otherwise. */
final class KnownFields {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, Class<?>> KINDS = Map.of(
            "v1/Pod", Pod.class,
            "v1/ReplicationController", ReplicationController.class,
            "v1/PodTemplate", io.fabric8.kubernetes.api.model.PodTemplate.class,
            "apps/v1/DaemonSet", DaemonSet.class,
            "apps/v1/Deployment", Deployment.class,
            "apps/v1/ReplicaSet", ReplicaSet.class,
            "apps/v1/StatefulSet", StatefulSet.class,
            "batch/v1/CronJob", CronJob.class,
            "batch/v1/Job", Job.class);
    /**
     * Fields of Kubernetes 1.36 that the client library's model lacks, as the official Java client 27.0.0 has them, whatever is in
     * them. Only those that authors write: a status is the cluster's.
     */
    private static final Map<Class<?>, List<String>> LATER = Map.of(
            PodSpec.class, List.of("schedulingGroup"), PodCertificateProjection.class, List.of("userAnnotations"));

    private static final Map<JavaType, Map<String, JavaType>> FIELDS = new ConcurrentHashMap<>();

    private final CheckedObject object;
    private final String podSpec;
    private final boolean ofApi;
    private final List<Finding> findings = new ArrayList<>();

    /** Fields of a patch that say how to merge it, and their first letter. */
    private static final String DIRECTIVE = "$";
    /** The fields that the cluster writes, and no author. */
    private static final String STATUS = "status";

    private KnownFields(CheckedObject object, String podSpec, boolean ofApi) {
        this.object = object;
        this.podSpec = podSpec;
        this.ofApi = ofApi;
    }

    static List<Finding> findings(CheckedObject object, Manifest manifest, PodTemplate template) {
        Class<?> kind = KINDS.get(manifest.type());
        KnownFields check = new KnownFields(object, template.path() + "spec", kind != null);
        if (kind == null) {
            check.kind(manifest);
            check.check(manifest.object().at(template.pointer()), type(PodTemplateSpec.class), template.path());
        } else {
            check.check(manifest.object(), type(kind), "");
        }
        return List.copyOf(check.findings);
    }

    /** The same of a part of an object, which may say how it is merged. */
    static List<Finding> ofPatch(CheckedObject object, Manifest manifest, PodTemplate template) {
        return findings(object, manifest, template).stream()
                .filter(finding -> !finding.path()
                        .substring(finding.path().lastIndexOf('.') + 1)
                        .startsWith(DIRECTIVE))
                .toList();
    }

    /** Those of the metadata of an object whose other fields have a schema. */
    static List<Finding> ofMetadata(CheckedObject object, Manifest manifest) {
        KnownFields check = new KnownFields(object, "spec", true);
        check.check(manifest.object().path("metadata"), type(ObjectMeta.class), "metadata.");
        return List.copyOf(check.findings);
    }

    private static JavaType type(Class<?> type) {
        return JSON.constructType(type);
    }

    private void kind(Manifest manifest) {
        String version = manifest.object().path("apiVersion").asText();
        List<String> kinds = KINDS.keySet().stream()
                .filter(type -> type.startsWith(version + "/") && !version.equals("v1"))
                .map(type -> type.substring(version.length() + 1))
                .toList();
        List<String> near = NearNames.to(manifest.kind(), kinds);
        if (!near.isEmpty()) {
            findings.add(new Finding(
                    object,
                    "kind",
                    LintCode.UNKNOWN_FIELD,
                    "is not a kind of " + version + ": did you mean " + String.join(" or ", near) + "?"));
        }
    }

    /** @param path of the value, with a dot after it, or empty */
    private void check(JsonNode value, JavaType type, String path) {
        Map<String, JavaType> fields = fields(type);
        // Without fields of its own it may have any, as what managedFields hold.
        if (!value.isObject() || fields.isEmpty()) {
            return;
        }
        value.properties().forEach(field -> {
            String at = path + field.getKey();
            if (at.equals(STATUS)) {
                return;
            }
            JavaType known = fields.get(field.getKey());
            if (known == null) {
                unknown(at, field.getKey(), fields);
            } else {
                descend(field.getValue(), known, at);
            }
        });
    }

    private void descend(JsonNode value, JavaType type, String path) {
        if (type.isMapLikeType()) {
            value.properties()
                    .forEach(entry -> descend(entry.getValue(), type.getContentType(), path + "." + entry.getKey()));
        } else if (type.isCollectionLikeType()) {
            for (int i = 0; value.isArray() && i < value.size(); i++) {
                descend(value.get(i), type.getContentType(), path + "[" + i + "]");
            }
        } else {
            check(value, type, path + ".");
        }
    }

    private static Map<String, JavaType> fields(JavaType type) {
        if (!type.getRawClass().getName().startsWith("io.fabric8.")) {
            return Map.of();
        }
        Map<String, JavaType> read = FIELDS.get(type);
        if (read == null) {
            Map<String, JavaType> all = JSON.getDeserializationConfig().introspect(type).findProperties().stream()
                    .collect(Collectors.toMap(BeanPropertyDefinition::getName, BeanPropertyDefinition::getPrimaryType));
            LATER.getOrDefault(type.getRawClass(), List.of())
                    .forEach(name -> all.putIfAbsent(name, type(Object.class)));
            read = Map.copyOf(all);
            FIELDS.put(type, read);
        }
        return read;
    }

    private void unknown(String path, String name, Map<String, JavaType> siblings) {
        String hint = hint(name, siblings);
        if (!hint.isEmpty()) {
            findings.add(new Finding(object, path, LintCode.UNKNOWN_FIELD, "is not a field of the API: " + hint));
        } else if (ofApi) {
            findings.add(
                    new Finding(
                            object,
                            path,
                            LintCode.UNFAMILIAR_FIELD,
                            "is not a field of the API that tolerant knows: remove it, unless the cluster's Kubernetes is newer"));
        }
    }

    /** The field that was meant; empty if there is none like it. */
    private String hint(String name, Map<String, JavaType> siblings) {
        List<String> near = near(name, siblings);
        if (!near.isEmpty()) {
            return "did you mean " + String.join(" or ", near) + "?";
        }
        List<String> ofPod = near(name, fields(type(PodSpec.class)));
        if (!ofPod.isEmpty()) {
            return "did you mean " + podSpec + "." + ofPod.get(0) + "?";
        }
        return fields(type(Affinity.class)).containsKey(name)
                ? "did you mean " + podSpec + ".affinity." + name + "?"
                : "";
    }

    private static List<String> near(String name, Map<String, JavaType> fields) {
        if (fields.containsKey(name)) {
            return List.of(name);
        }
        return fields.keySet().stream()
                .filter(name::equalsIgnoreCase)
                .findFirst()
                .map(List::of)
                .orElseGet(() -> NearNames.to(name, fields.keySet()));
    }
}
