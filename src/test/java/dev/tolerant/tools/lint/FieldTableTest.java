package dev.tolerant.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplate;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of fields that lint has is what the client library's model and newer packages say. */
class FieldTableTest {
    private static final Path TABLE = Path.of("src/main/resources/schema/fields.txt");
    /** What the model lacks: newer fields, which newer.js beside them writes, and those of Karpenter's schema. */
    private static final List<Path> OTHERS =
            List.of(Path.of("src/test/resources/schema/newer.txt"), Path.of("src/test/resources/schema/karpenter.txt"));

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<Class<? extends HasMetadata>> KINDS = List.of(
            Pod.class,
            PodTemplate.class,
            ReplicationController.class,
            Deployment.class,
            DaemonSet.class,
            ReplicaSet.class,
            StatefulSet.class,
            Job.class,
            CronJob.class,
            Node.class,
            Namespace.class,
            PriorityClass.class,
            RuntimeClass.class,
            ResourceClaim.class,
            ResourceClaimTemplate.class);
    private static final Map<Class<?>, String> TYPES = Map.of(
            String.class, "text",
            Integer.class, "int",
            Long.class, "int",
            Boolean.class, "boolean",
            Quantity.class, "quantity",
            IntOrString.class, "either");
    private static final Set<String> OF_LABELS = Set.of("labels", "matchLabels", "nodeSelector");

    private final Map<Class<?>, String> names = new HashMap<>();
    private final Map<String, Map<String, String>> table = new TreeMap<>();
    private final Deque<JavaType> open = new ArrayDeque<>();

    @Test
    void theTableIsWhatTheModelsSay() throws IOException {
        String made = table();
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(TABLE, made);
        }
        assertThat(Files.readString(TABLE))
                .as("made again by -Dgolden.write=true")
                .isEqualTo(made);
    }

    private String table() throws IOException {
        Map<String, String> kinds = new TreeMap<>();
        KINDS.forEach(kind -> kinds.put(
                HasMetadata.getApiVersion(kind) + "/" + HasMetadata.getKind(kind), type("", JSON.constructType(kind))));
        table.put("", kinds);
        while (!open.isEmpty()) {
            JavaType next = open.remove();
            Map<String, String> fields = new TreeMap<>();
            for (BeanPropertyDefinition field :
                    JSON.getDeserializationConfig().introspect(next).findProperties()) {
                boolean isStatus =
                        field.getName().equals("status") && HasMetadata.class.isAssignableFrom(next.getRawClass());
                fields.put(field.getName(), isStatus ? "any" : type(field.getName(), field.getPrimaryType()));
            }
            table.put(names.get(next.getRawClass()), fields);
        }
        List<String> versions = new ArrayList<>();
        for (Path others : OTHERS) {
            List<String> lines = Files.readAllLines(others);
            versions.add(lines.get(0).substring("# ".length()));
            lines.stream().skip(1).forEach(this::add);
        }
        String version = Pod.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath()
                .replaceFirst(".*/(kubernetes-model-core)-(.*)\\.jar", "$1 $2");
        return "# " + version + ", " + String.join(", ", versions) + "\n"
                + table.entrySet().stream()
                        .map(each -> each.getKey() + ": "
                                + each.getValue().entrySet().stream()
                                        .map(Object::toString)
                                        .collect(Collectors.joining(", "))
                                + "\n")
                        .collect(Collectors.joining());
    }

    private void add(String line) {
        String[] parts = line.split(": ", 2);
        for (String field : parts[1].split(", ")) {
            table.computeIfAbsent(parts[0], any -> new TreeMap<>())
                    .putIfAbsent(field.split("=")[0], field.split("=")[1]);
        }
    }

    private String type(String field, JavaType type) {
        if (type.isMapLikeType()) {
            return OF_LABELS.contains(field) ? "{label}" : "{" + type("", type.getContentType()) + "}";
        }
        if (type.isCollectionLikeType() || Collection.class.isAssignableFrom(type.getRawClass())) {
            return "[" + type("", type.getContentType()) + "]";
        }
        Class<?> raw = type.getRawClass();
        if (TYPES.containsKey(raw)) {
            return TYPES.get(raw);
        }
        if (!raw.getName().startsWith("io.fabric8.")
                || raw.isInterface()
                || JSON.getDeserializationConfig()
                        .introspect(type)
                        .findProperties()
                        .isEmpty()) {
            return "any";
        }
        return names.computeIfAbsent(raw, any -> {
            open.add(type);
            String[] path = raw.getName().split("\\.");
            String simple = raw.getSimpleName();
            return names.containsValue(simple) ? simple + "_" + path[path.length - 2] : simple;
        });
    }
}
