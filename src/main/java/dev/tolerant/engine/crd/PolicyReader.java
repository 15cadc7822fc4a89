package dev.tolerant.engine.crd;

import static dev.tolerant.engine.crd.PolicySchema.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.policy.Match;
import dev.tolerant.engine.policy.Match.Criteria;
import dev.tolerant.engine.policy.NamespaceValues;
import dev.tolerant.engine.policy.NamespaceValues.OfRequirement;
import dev.tolerant.engine.policy.NamespaceValues.OfToleration;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.Binding;
import dev.tolerant.engine.policy.Pool.LabelFrom;
import dev.tolerant.engine.policy.Reserve;
import dev.tolerant.engine.policy.Reserve.Exemption;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.LabelSyntax;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NodeAffinity.NodePreference;
import dev.tolerant.engine.words.Owner;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.engine.words.TolerationSeconds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads TolerationPolicy objects, of clusters, files and suites alike. */
public final class PolicyReader {
    public static final String TYPE = "tolerant.dev/v1alpha1/TolerationPolicy";

    private static final int DEFAULT_WEIGHT = 50;
    /** The characters of a label's name for which a value has room. */
    private static final int MAX_LABEL = 58;

    private static final String VALUE_FROM = "valueFrom";
    private static final String VALUES_FROM = "valuesFrom";

    private PolicyReader() {}

    /** The problem in the name of an object that was meant as a policy, and that no reader takes for one; empty for all others. */
    public static Optional<String> misnamed(Manifest manifest) {
        String version = manifest.object().path("apiVersion").asText();
        boolean isMeant = manifest.kind().equals("TolerationPolicy")
                || (version.startsWith("tolerant.dev/") && !manifest.kind().equals("Injections"));
        return manifest.type().equals(TYPE) || !isMeant
                ? Optional.empty()
                : Optional.of("apiVersion and kind must be tolerant.dev/v1alpha1 and TolerationPolicy, but are '"
                        + version + "' and '" + manifest.kind() + "'");
    }

    /**
     * @param policy null if there are problems
     * @param problems each with the path of a field
     */
    public record CheckedPolicy(@Nullable Policy policy, List<ManifestProblem> problems) {

        public String reason() {
            return problems.isEmpty() ? "Valid" : "Invalid";
        }

        public String sentences() {
            return problems.stream().map(ManifestProblem::toString).collect(Collectors.joining("; "));
        }
    }

    /** Reads an object that no API server may have checked; all that is wrong with it is a problem, never an exception. */
    public static CheckedPolicy read(JsonNode object, TolerationRules rules) {
        List<ManifestProblem> problems = new ArrayList<>();
        String name = object.path("metadata").path("name").asText();
        if (!LabelSyntax.isSubdomain(name)) {
            problems.add(ManifestProblem.of(
                    "metadata.name",
                    "must be a DNS name of at most " + LabelSyntax.MAX_SUBDOMAIN
                            + " characters: lower-case letters, digits, - and ., with a letter or digit at both ends and"
                            + " around each ."));
        }
        problems.addAll(PolicySchema.problems(object));
        if (problems.isEmpty()) {
            Policy policy = policy(name, object.path("spec"));
            // Of the API's rules only those about Lt and Gt are left: the CRD allows both on every cluster.
            List<Toleration> written = writtenTolerations(object);
            for (int i = 0; i < written.size(); i++) {
                String path = "spec.tolerations[" + i + "]";
                rules.violation(written.get(i))
                        .ifPresent(why -> problems.add(ManifestProblem.of(path, "is refused: " + why)));
            }
            if (problems.isEmpty()) {
                return new CheckedPolicy(policy, List.of());
            }
        }
        return new CheckedPolicy(null, List.copyOf(problems));
    }

    /** A value from a label is written as one that hardly any other entry has, {@code from.LABEL}. */
    public static List<Toleration> writtenTolerations(JsonNode object) {
        return list(object.at("/spec/tolerations"), each -> {
            Toleration written = PolicySchema.toleration(each);
            String label = label(each, VALUE_FROM);
            String value = "from." + label.substring(Math.max(label.indexOf('/') + 1, label.length() - MAX_LABEL));
            return each.has(VALUE_FROM) ? written.equalTo(value) : written;
        });
    }

    private static Policy policy(String name, JsonNode spec) {
        JsonNode nodes = spec.path("nodes");
        JsonNode reserve = spec.path("reserve");
        Pool pool = nodes.isMissingNode() ? null : pool(nodes);
        return new Policy(
                name,
                spec.path("priority").asInt(),
                spec.path("mode").asText().equals("Audit") ? Mode.AUDIT : Mode.ENFORCE,
                match(spec.path("match")),
                spec.path("daemonSetTemplates").asBoolean(),
                list(spec.path("tolerations"), each -> !each.has(VALUE_FROM), PolicySchema::toleration),
                list(spec.path("requiredNodeAffinity"), each -> !each.has(VALUES_FROM), PolicyReader::requirement),
                list(
                        spec.path("preferredNodeAffinity"),
                        each -> new NodePreference(each.path("weight").asInt(), List.of(requirement(each)))),
                new Policy.NodeFailure(
                        seconds(spec.path("nodeFailure").path("notReady")),
                        seconds(spec.path("nodeFailure").path("unreachable"))),
                pool,
                null,
                reserve.isMissingNode() ? null : reserve(reserve),
                new NamespaceValues(
                        list(
                                spec.path("tolerations"),
                                each -> each.has(VALUE_FROM),
                                each -> new OfToleration(PolicySchema.toleration(each), label(each, VALUE_FROM))),
                        list(
                                spec.path("requiredNodeAffinity"),
                                each -> each.has(VALUES_FROM),
                                each -> new OfRequirement(requirement(each), label(each, VALUES_FROM))),
                        pool == null ? null : pool.labelFrom()));
    }

    private static String label(JsonNode item, String from) {
        return text(item.path(from), "namespaceLabel");
    }

    private static Match match(JsonNode match) {
        return new Match(
                criteria(match),
                labels(match.path("nodeSelector")),
                text(match, "os"),
                list(match.path("exclude"), PolicyReader::criteria));
    }

    private static Criteria criteria(JsonNode criteria) {
        return new Criteria(
                selector(criteria.path("namespaceSelector")),
                selector(criteria.path("podSelector")),
                set(list(
                        criteria.path("ownerKinds"),
                        kind -> Owner.parse(kind.asText()).name())),
                texts(criteria.path("resources")),
                texts(criteria.path("priorityClassNames")));
    }

    /** The JSON must fit its schema; where there is none, everything is selected. */
    public static LabelSelector selector(JsonNode selector) {
        return new LabelSelector(labels(selector.path("matchLabels")), list(selector.path("matchExpressions"), each -> {
            Requirement requirement = requirement(each);
            return new Requirement(requirement.key(), requirement.operator(), Set.copyOf(requirement.values()));
        }));
    }

    /** Empty where there is none. */
    public static Map<String, String> labels(JsonNode map) {
        Map<String, String> labels = new HashMap<>();
        map.properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return Map.copyOf(labels);
    }

    private static Requirement requirement(JsonNode requirement) {
        return new Requirement(
                text(requirement, "key"),
                Requirement.Operator.of(text(requirement, "operator")),
                list(requirement.path("values"), JsonNode::asText));
    }

    private static @Nullable TolerationSeconds seconds(JsonNode secondsOrNever) {
        if (secondsOrNever.isMissingNode()) {
            return null;
        }
        return secondsOrNever.isTextual() ? TolerationSeconds.NEVER : TolerationSeconds.of(secondsOrNever.asLong());
    }

    private static Pool pool(JsonNode nodes) {
        Pool pool = new Pool(
                selector(nodes.path("selector")),
                list(nodes.path("taintKeys"), JsonNode::asText),
                switch (text(nodes, "affinity")) {
                    case "Preferred" -> Binding.PREFERRED;
                    case "None" -> Binding.NONE;
                    default -> Binding.REQUIRED;
                },
                nodes.path("weight").asInt(DEFAULT_WEIGHT),
                null);
        for (Map.Entry<String, JsonNode> label :
                nodes.at("/selector/matchLabelsFrom").properties()) {
            return pool.splitBy(new LabelFrom(label.getKey(), text(label.getValue(), "namespaceLabel")));
        }
        return pool;
    }

    private static Reserve reserve(JsonNode reserve) {
        JsonNode exempt = reserve.path("exempt");
        return new Reserve(
                list(
                        reserve.path("taints"),
                        taint -> new ReservedTaint(
                                text(taint, "key"), taint.path("value").textValue(), Effect.of(text(taint, "effect")))),
                new Exemption(
                        texts(exempt.path("groups")),
                        texts(exempt.path("users")),
                        texts(exempt.path("serviceAccounts")),
                        texts(exempt.path("namespaces"))));
    }

    /** Without doubles; empty where there is none. */
    public static Set<String> texts(JsonNode list) {
        return set(list(list, JsonNode::asText));
    }

    private static Set<String> set(List<String> texts) {
        return texts.stream().collect(Collectors.toUnmodifiableSet());
    }

    private static <T> List<T> list(JsonNode list, Function<JsonNode, T> item) {
        return list(list, each -> true, item);
    }

    private static <T> List<T> list(JsonNode list, Predicate<JsonNode> chosen, Function<JsonNode, T> item) {
        return list.valueStream().filter(chosen).map(item).toList();
    }
}
