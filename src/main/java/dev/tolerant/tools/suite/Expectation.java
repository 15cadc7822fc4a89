package dev.tolerant.tools.suite;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.settings.TolerantConfig.TaintConverter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The outcome that the test expects of the pod; what is left out may be anything.
 *
 * @param refusal a part of the message
 * @param tolerations all of them, in order
 * @param tolerates some of them
 * @param evictedAfterSeconds by taint, {@code key[=value][:Effect]}
 * @param runsOn the names of all nodes where it may run, and of no other
 * @param nodes by name
 */
record Expectation(
        @Nullable String verdict,
        @Nullable String refusal,
        @Nullable List<ExpectedToleration> tolerations,
        @Nullable List<ExpectedToleration> tolerates,

        @JsonDeserialize(keyUsing = TaintReader.class, contentUsing = EvictionReader.class) @Nullable
        Map<Taint, EvictionTime> evictedAfterSeconds,

        @Nullable SortedSet<String> runsOn,
        @Nullable Map<String, NodeExpectation> nodes) {

    record NodeExpectation(
            @Nullable Boolean schedulable,

            @JsonDeserialize(using = EvictionReader.class) @Nullable
            EvictionTime evictedAfterSeconds) {}

    /** Written in the API's schema. */
    record ExpectedToleration(
            @Nullable String key,
            @Nullable String operator,
            @Nullable String value,
            @Nullable String effect,
            @Nullable Long tolerationSeconds) {

        Toleration toleration() {
            return Toleration.written(
                            Objects.requireNonNullElse(key, ""),
                            Objects.requireNonNullElse(operator, ""),
                            Objects.requireNonNullElse(value, ""),
                            Objects.requireNonNullElse(effect, ""),
                            tolerationSeconds)
                    .withMeaning();
        }
    }

    /** The text of a value that may be a number or a boolean too. */
    static final class Written extends StdDeserializer<String> {
        Written() {
            super(String.class);
        }

        @Override
        public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return parser.currentToken().isScalarValue()
                    ? parser.getText()
                    : (String) context.handleUnexpectedToken(String.class, parser);
        }
    }

    private static final class EvictionReader extends JsonDeserializer<EvictionTime> {
        @Override
        public EvictionTime deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            TolerationSeconds seconds = TolerationSeconds.parse(new Written().deserialize(parser, context));
            return seconds.never() ? EvictionTime.NEVER : new EvictionTime(false, seconds.seconds());
        }
    }

    /** A key alone is the taint that evicts, which is the one with NoExecute. */
    private static final class TaintReader extends KeyDeserializer {
        @Override
        public Object deserializeKey(String key, DeserializationContext context) throws JsonMappingException {
            try {
                return new TaintConverter().convert(key.contains(":") ? key : key + ":" + Effect.NO_EXECUTE.text());
            } catch (IllegalArgumentException wrong) {
                throw JsonMappingException.wrapWithPath(wrong, this, key);
            }
        }
    }

    Map<Taint, EvictionTime> evictions() {
        return Objects.requireNonNullElse(evictedAfterSeconds, Map.of());
    }

    Map<String, NodeExpectation> ofNodes() {
        return Objects.requireNonNullElse(nodes, Map.of());
    }

    /** The differences of an explanation from what a test expects, a sentence for each. */
    record Differences(Explanation actual, List<String> sentences) {
        static List<String> of(Expectation expected, Explanation actual) {
            Differences differences = new Differences(actual, new ArrayList<>());
            if (expected.verdict() != null
                    && !expected.verdict().equals(actual.verdict().code())) {
                differences.add("verdict", expected.verdict(), actual.verdict().code());
            }
            if (expected.refusal() != null) {
                differences.compareRefusal(expected.refusal());
            }
            if (expected.tolerations() != null) {
                differences.compareTolerations(tolerations(expected.tolerations()));
            }
            if (expected.tolerates() != null) {
                differences.compareTolerates(tolerations(expected.tolerates()));
            }
            expected.evictions().forEach(differences::compareEviction);
            if (expected.runsOn() != null) {
                differences.compareRunsOn(expected.runsOn());
            }
            expected.ofNodes().forEach(differences::compareNode);
            return List.copyOf(differences.sentences);
        }

        private void add(String what, String expected, String is) {
            sentences.add(what + ": expected " + expected + ", but it is " + is);
        }

        private void compareRefusal(String expected) {
            Refusal refusal = actual.refusal();
            if (refusal == null || !refusal.message().contains(expected)) {
                add("refusal", "'" + expected + "'", refusal == null ? "not refused" : "'" + refusal.message() + "'");
            }
        }

        private static List<Toleration> tolerations(List<ExpectedToleration> expected) {
            return expected.stream().map(ExpectedToleration::toleration).toList();
        }

        private List<Toleration> tolerations() {
            return actual.tolerations().stream()
                    .map(each -> each.toleration().withMeaning())
                    .toList();
        }

        private void compareTolerations(List<Toleration> expected) {
            List<Toleration> present = tolerations();
            for (int i = 0; i < Math.max(expected.size(), present.size()); i++) {
                String one = i < expected.size() ? expected.get(i).toString() : "nothing";
                String other = i < present.size() ? present.get(i).toString() : "not there";
                boolean same = i < expected.size()
                        && i < present.size()
                        && expected.get(i).equals(present.get(i));
                if (!same) {
                    add("tolerations[" + i + "]", one, other);
                }
            }
        }

        private void compareTolerates(List<Toleration> expected) {
            List<Toleration> present = tolerations();
            for (Toleration each : expected) {
                if (!present.contains(each)) {
                    sentences.add("tolerates: expected " + each + ", but the tolerations are " + present);
                }
            }
        }

        private void compareEviction(Taint taint, EvictionTime expected) {
            String eviction = actual.taints().stream()
                    .filter(outcome -> outcome.taint().equals(taint))
                    .findFirst()
                    .map(outcome -> words(outcome.eviction()))
                    .orElse("refused");
            if (!eviction.equals(words(expected))) {
                add("evictedAfterSeconds of " + taint, words(expected), eviction);
            }
        }

        private List<NodeOutcome> nodes() {
            return actual.nodes() == null ? List.of() : actual.nodes();
        }

        /** Nodes that only an expectation of a taint speaks of have no name. */
        private void compareRunsOn(Set<String> expected) {
            Set<String> open = nodes().stream()
                    .filter(node -> node.schedulable() && !node.name().isEmpty())
                    .map(NodeOutcome::name)
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!open.equals(expected)) {
                String closed = nodes().stream()
                        .filter(node -> expected.contains(node.name()) && !node.schedulable())
                        .map(node -> node.name() + " is closed by " + node.obstacle())
                        .collect(Collectors.joining(", "));
                add("runsOn", names(expected), names(open) + (closed.isEmpty() ? "" : " (" + closed + ")"));
            }
        }

        private static String names(Set<String> nodes) {
            return nodes.isEmpty() ? "no node" : String.join(", ", nodes);
        }

        private void compareNode(String name, NodeExpectation expected) {
            Optional<NodeOutcome> outcome =
                    nodes().stream().filter(node -> node.name().equals(name)).findFirst();
            if (outcome.isEmpty()) {
                sentences.add("node " + name + " is not explained, because the pod is refused");
                return;
            }
            NodeOutcome node = outcome.get();
            if (expected.schedulable() != null && expected.schedulable() != node.schedulable()) {
                String obstacle = node.obstacle() == null ? "" : " (" + node.obstacle() + ")";
                add("schedulable on node " + name, expected.schedulable().toString(), node.schedulable() + obstacle);
            }
            if (expected.evictedAfterSeconds() != null
                    && !expected.evictedAfterSeconds().equals(node.eviction())) {
                add(
                        "evictedAfterSeconds on node " + name,
                        words(expected.evictedAfterSeconds()),
                        words(node.eviction()));
            }
        }

        private static String words(EvictionTime eviction) {
            return eviction.never() ? "never" : Long.toString(eviction.afterSeconds());
        }
    }
}
