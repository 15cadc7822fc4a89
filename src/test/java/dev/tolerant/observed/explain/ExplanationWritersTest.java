package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.testing.ExplainedCase;
import dev.tolerant.testing.ExplainerFixture;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.text.Report.Palette;
import dev.tolerant.text.Report.Palette.Tone;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How explanations are written, beyond what the golden ones show. */
class ExplanationWritersTest {
    private static final String POD = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {}}";

    @Test
    void aPodWhoseDaemonSetIsPatchedIsNotUnchanged() throws Exception {
        List<Explanation> explanations =
                ExplainedCase.of("daemon-set-with-its-template").explain();

        assertThat(new ExplanationReport(Palette.PLAIN, Integer.MAX_VALUE, true).write(explanations))
                .contains("next pod: admitted, 2 changes of the DaemonSet's template\n");
        JsonNode json = ExplanationDocument.tree(explanations.get(0));
        assertThat(json.get("verdict").textValue()).isEqualTo("patched");
        assertThat(json.get("templatePatch").size()).isEqualTo(2);
    }

    @Test
    void aTolerationWithAWordThatIsNoneOfTheApisIsShownAsItIsWritten() throws Exception {
        List<Explanation> explanations =
                ExplainerFixture.explain(Map.of(), POD.replace("{}", "{tolerations: [{key: b, effect: NoShedule}]}"));

        assertThat(new ExplanationReport(Palette.PLAIN, Integer.MAX_VALUE, true).write(explanations))
                .contains("  0  b:NoShedule op=Equal  ")
                .doesNotContain("b:unknown");
    }

    @Test
    void theTablesAreThereForThoseWhoAskForThem() throws Exception {
        List<Explanation> explanations = ExplainedCase.of("deployment").explain();

        String brief = new ExplanationReport(Palette.PLAIN, Integer.MAX_VALUE, false).write(explanations);
        String verbose = new ExplanationReport(Palette.PLAIN, Integer.MAX_VALUE, true).write(explanations);

        assertThat(verbose).startsWith(brief).contains("\nRules, in order\n", "\nTolerations\n");
        assertThat(brief).isEqualTo("""
                Deployment shop/web    next pod: admitted, 3 changes
                  Evicted    20s after not-ready or unreachable (70s after the node goes silent)  policy web-fails-over-fast
                  Tolerates  node.kubernetes.io/memory-pressure:NoSchedule op=Exists              rule memory-pressure
                  Changes    tolerationSeconds of not-ready and unreachable 300 -> 20             policy web-fails-over-fast
                  Skipped    jobs-on-spot (ownerKinds)
                """);
    }

    @Test
    void withoutNodesThereIsNoWordOfThem() throws Exception {
        Manifest pod = ExplainerFixture.manifest(POD);
        Explainer explainer = ExplainerFixture.with(Map.of());

        assertThat(ExplanationDocument.tree(explainer.explain(pod, Snapshot.EMPTY, null))
                        .has("nodes"))
                .isFalse();
        assertThat((JsonNode) ExplanationDocument.tree(explainer.explain(pod, Snapshot.EMPTY, List.of()))
                        .get("nodes"))
                .isEmpty();
    }

    @Test
    void neverIsNullAndAtOnceIsZero() throws Exception {
        List<Node> nodes = List.of(
                new Node("clean", Map.of(), List.of()),
                new Node("failed", Map.of(), List.of(NodeTaints.NOT_READY)),
                new Node("down", Map.of(), List.of(NodeTaints.WELL_KNOWN.get(2))));

        JsonNode json = ExplanationDocument.tree(
                ExplainerFixture.with(Map.of()).explain(ExplainerFixture.manifest(POD), Snapshot.of(nodes), nodes));

        assertThat(json.get("nodes"))
                .hasToString("[{\"name\":\"clean\",\"schedulable\":true,\"evictedAfterSeconds\":null},"
                        + "{\"name\":\"failed\",\"schedulable\":true,\"evictedAfterSeconds\":300},"
                        + "{\"name\":\"down\",\"schedulable\":false,\"evictedAfterSeconds\":0,"
                        + "\"obstacle\":\"taint node.kubernetes.io/out-of-service=nodeshutdown:NoExecute\"}]");
    }

    @Test
    void textNamesTenPoliciesThatDoNotMatchAndCountsTheRestWhichJsonHas() throws Exception {
        String policies = IntStream.rangeClosed(1, 13)
                .mapToObj(i -> "{metadata: {name: p" + (i + 10)
                        + "}, spec: {match: {ownerKinds: [Job]}, tolerations: [{key: a, operator: Exists}]}}")
                .collect(Collectors.joining("\n---\n"));
        Snapshot snapshot = new Snapshot(PolicySet.of(PolicyFixture.all(policies)), Map.of(), Map.of());

        List<Explanation> explanations =
                List.of(ExplainerFixture.with(Map.of()).explain(ExplainerFixture.manifest(POD), snapshot, null));
        String text = new ExplanationReport(Palette.PLAIN, Integer.MAX_VALUE, true).write(explanations);

        assertThat(text)
                .contains("policies/p20")
                .doesNotContain("policies/p21")
                .contains("3 more that do not match; JSON has them all");
        assertThat(ExplanationDocument.tree(explanations.get(0)).toString()).contains("policies/p23");
    }

    @Test
    void secondsAtTheEndOfSixtyFourBitsNeverEvict() throws Exception {
        Explanation explanation = ExplainerFixture.explain(
                        Map.of("rules.node-failure.not-ready", Long.toString(Long.MAX_VALUE)), POD)
                .get(0);

        assertThat(explanation.taints().get(0).eviction().never()).isTrue();
        assertThat(explanation.notes()).anyMatch(note -> note.contains("nanoseconds overflow"));
    }

    @Test
    void aNameCannotWriteOnTheTerminal() throws Exception {
        String text = new ExplanationReport(Palette.PLAIN, Integer.MAX_VALUE, true)
                .write(ExplainerFixture.explain(
                        Map.of(),
                        "{apiVersion: v1, kind: Pod, metadata: {name: \"a\\e[2Jb\"}, spec: {tolerations: [{key:"
                                + " \"k\\nRules\", operator: Exists}]}}"));

        assertThat(text).contains("Pod default/a [2Jb").contains("k Rules").doesNotContain("\u001b");
    }

    @Test
    void aPaletteColoursWithoutMovingTheColumns() throws Exception {
        List<Explanation> explanations = ExplainedCase.of("deployment").explain();
        Palette brackets = (tone, text) ->
                tone == Tone.PLAIN ? text : "<" + tone.name().toLowerCase(Locale.ROOT) + ">" + text + "</>";

        String painted = new ExplanationReport(brackets, Integer.MAX_VALUE, true).write(explanations);

        assertThat(painted).contains("<good>next pod: admitted, 3 changes</>").contains("<heading>Tolerations</>");
        assertThat(painted.replaceAll("</?[a-z]*>", ""))
                .isEqualTo(new ExplanationReport(Palette.PLAIN, Integer.MAX_VALUE, true).write(explanations));
    }
}
