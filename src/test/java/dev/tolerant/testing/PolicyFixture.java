package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.TolerationRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Policies from YAML, compiled as the program does it; a test may omit apiVersion and kind. */
public final class PolicyFixture {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final ObjectReader DOCUMENTS = YAML.readerFor(JsonNode.class);
    private static final TolerationRules EVERY_OPERATOR = new TolerationRules(true);

    private PolicyFixture() {}

    /** The one policy in the text. */
    public static Policy of(String yaml) {
        List<Policy> policies = all(yaml);
        if (policies.size() != 1) {
            throw new IllegalArgumentException("one policy is expected, not " + policies.size());
        }
        return policies.get(0);
    }

    /** The policies in the text, separated by three dashes. */
    public static List<Policy> all(String yaml) {
        return all(objects(yaml));
    }

    /** The policies that these objects are. */
    public static List<Policy> all(List<JsonNode> objects) {
        List<Policy> policies = new ArrayList<>();
        for (JsonNode object : objects) {
            CheckedPolicy checked = PolicyReader.read(object, EVERY_OPERATOR);
            Policy policy = checked.policy();
            if (policy == null) {
                throw new IllegalArgumentException(checked.problems().toString());
            }
            policies.add(policy);
        }
        return policies;
    }

    /** Policies in a place without namespaces and nodes. */
    public static Snapshot snapshot(PolicySet policies) {
        return new Snapshot(policies, Map.of(), Map.of());
    }

    /** The objects in the text, as they are written. */
    public static List<JsonNode> objects(String yaml) {
        List<JsonNode> objects = new ArrayList<>();
        try (MappingIterator<JsonNode> documents = DOCUMENTS.readValues(yaml)) {
            while (documents.hasNextValue()) {
                objects.add(documents.nextValue());
            }
        } catch (IOException notYaml) {
            throw new UncheckedIOException(notYaml);
        }
        return objects;
    }
}
