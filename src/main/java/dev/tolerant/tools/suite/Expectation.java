package dev.tolerant.tools.suite;

import dev.tolerant.engine.rule.Decision.Verdict;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.settings.TolerantConfig.TaintConverter;
import dev.tolerant.tools.suite.SuiteFile.Expected;
import dev.tolerant.tools.suite.SuiteFile.ExpectedNode;
import dev.tolerant.tools.suite.SuiteFile.InvalidSuiteException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The outcome that a test expects of a pod, checked and ready to compare; null matches anything. */
record Expectation(
        @Nullable Verdict verdict,
        @Nullable String refusal,
        @Nullable List<Toleration> tolerations,
        List<Toleration> tolerates,
        Map<Taint, EvictionTime> evictions,
        @Nullable Set<String> runsOn,
        Map<String, NodeExpectation> nodes) {

    record NodeExpectation(
            @Nullable Boolean schedulable, @Nullable EvictionTime eviction) {}

    static Expectation of(@Nullable Expected expected, String path) throws InvalidSuiteException {
        if (expected == null || expected.equals(new Expected(null, null, null, null, null, null, null))) {
            throw new InvalidSuiteException(path + " is missing; without it the test cannot fail");
        }
        Map<Taint, EvictionTime> evictions = new LinkedHashMap<>();
        for (Map.Entry<String, String> each :
                orEmpty(expected.evictedAfterSeconds()).entrySet()) {
            String at = path + ".evictedAfterSeconds." + each.getKey();
            evictions.put(taint(each.getKey(), at), eviction(each.getValue(), at));
        }
        Map<String, NodeExpectation> nodes = new LinkedHashMap<>();
        for (Map.Entry<String, ExpectedNode> each : orEmpty(expected.nodes()).entrySet()) {
            ExpectedNode expectedNode = each.getValue();
            if (expectedNode == null || expectedNode.equals(new ExpectedNode(null, null))) {
                throw new InvalidSuiteException(path + ".nodes." + each.getKey()
                        + " expects nothing; say schedulable or" + " evictedAfterSeconds");
            }
            String seconds = expectedNode.evictedAfterSeconds();
            String at = path + ".nodes." + each.getKey() + ".evictedAfterSeconds";
            nodes.put(
                    each.getKey(),
                    new NodeExpectation(expectedNode.schedulable(), seconds == null ? null : eviction(seconds, at)));
        }
        return new Expectation(
                verdict(expected.verdict(), path + ".verdict"),
                expected.refusal(),
                expected.tolerations() == null ? null : tolerations(expected.tolerations()),
                expected.tolerates() == null ? List.of() : tolerations(expected.tolerates()),
                evictions,
                expected.runsOn() == null ? null : new TreeSet<>(expected.runsOn()),
                nodes);
    }

    private static <V> Map<String, V> orEmpty(@Nullable Map<String, V> map) {
        return map == null ? Map.of() : map;
    }

    private static List<Toleration> tolerations(List<SuiteFile.ExpectedToleration> expected) {
        return expected.stream().map(SuiteFile.ExpectedToleration::toleration).toList();
    }

    private static @Nullable Verdict verdict(@Nullable String code, String path) throws InvalidSuiteException {
        if (code == null) {
            return null;
        }
        return Arrays.stream(Verdict.values())
                .filter(verdict -> verdict.code().equals(code))
                .findFirst()
                .orElseThrow(() -> new InvalidSuiteException(path + " must be one of "
                        + Arrays.stream(Verdict.values()).map(Verdict::code).collect(Collectors.joining(", "))
                        + ", but is '" + code + "'"));
    }

    /** A key alone is the taint that evicts, which is the one with NoExecute. */
    private static Taint taint(String text, String path) throws InvalidSuiteException {
        try {
            return new TaintConverter().convert(text.contains(":") ? text : text + ":" + Effect.NO_EXECUTE.text());
        } catch (IllegalArgumentException wrong) {
            throw new InvalidSuiteException(path + ": " + wrong.getMessage());
        }
    }

    private static EvictionTime eviction(String text, String path) throws InvalidSuiteException {
        try {
            TolerationSeconds seconds = TolerationSeconds.parse(text);
            return seconds.never() ? EvictionTime.NEVER : new EvictionTime(false, seconds.seconds());
        } catch (IllegalArgumentException wrong) {
            throw new InvalidSuiteException(path + ": " + wrong.getMessage());
        }
    }
}
