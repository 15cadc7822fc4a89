package dev.tolerant.intree;

import static dev.tolerant.testing.NamespaceFactsFixture.aNamespace;
import static dev.tolerant.testing.NamespaceFactsFixture.plain;
import static dev.tolerant.testing.PodFixture.podWith;
import static dev.tolerant.testing.ShortToleration.list;
import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.DecidedPod;
import dev.tolerant.engine.rule.Rule;
import dev.tolerant.engine.rule.Rule.DaemonSet;
import dev.tolerant.engine.rule.Rule.ExtendedResources;
import dev.tolerant.engine.rule.Rule.MemoryPressure;
import dev.tolerant.engine.rule.Rule.NamespaceAnnotations;
import dev.tolerant.engine.rule.Rule.NodeFailure;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Resources;
import dev.tolerant.engine.words.Resources.ResourceNames;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.ReviewFixture;
import dev.tolerant.testing.ShortResources;
import dev.tolerant.testing.ShortToleration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Kubernetes' own tests of tolerations expect, and what this program does instead on purpose. */
class InTreeTest {
    private static final int TRIALS = 200;
    private static final NodeFailure NODE_FAILURE =
            new NodeFailure(TolerationSeconds.of(300), TolerationSeconds.of(300));
    private static final ExtendedResources EXTENDED_RESOURCES = new ExtendedResources(false, Set.of(), Map.of());
    private static final PodFacts STORED = podWith(toleration("NR Ex :NX @60"), toleration("UN Ex :NX @60"));
    private static final PodFacts EMPTY = PodFixture.aPod().build();
    /** The resources of the pods of PodTolerationRestriction's cases, by their class. */
    private static final Map<String, String> PODS = Map.of(
            "BE", "empty",
            "BU", "cpu=500m / cpu=1",
            "GU", "cpu=1 / cpu=1");
    /** The cases whose pods have the API server's own entries already. */
    private static final Set<String> INJECTED = Set.of("C18", "C19");

    static Stream<InTreeCase> cases() {
        return InTreeCase.all().stream().filter(each -> each.elsewhere().isEmpty());
    }

    /**
     * Similar programs stop at an entry that is there already (D7, here A3), take the same key with another effect for a
     * conflict (D9, D3.1), do not see that a wildcard tolerates everything (D10, A7), or count only certain numbers of
     * devices (D16, B5).
     */
    @ParameterizedTest
    @MethodSource("cases")
    void theProgramDoesWhatTheLineSays(InTreeCase row) {
        Object answer = answer(row);

        assertThat(answer).isEqualTo(answer instanceof String ? row.expected() : tolerations(row.expected()));
    }

    /** A list of tolerations or a text. */
    private static Object answer(InTreeCase row) {
        return switch (row.section()) {
            case "default-toleration-seconds" -> settled(PodFixture.aPod(), row, NODE_FAILURE);
            case "extended-resource-toleration" ->
                settled(PodFixture.aPod().using(containers(row)), row, EXTENDED_RESOURCES);
            case "native-resources" -> String.valueOf(!ResourceNames.isExtended(row.cell("resource")));
            case "pod-toleration-restriction" -> restricted(row);
            case "annotations" -> annotated(row);
            case "operations" -> requested(row);
            case "superset" -> covered(row);
            case "whitelist" -> admitted(row);
            case "merge" -> merged(row);
            case "quality-of-service" -> qualityOfService(row);
            case "daemon-set-tolerations" -> ofDaemonSet(row);
            case "taint-eviction" -> evicted(row);
            case "matching" ->
                String.valueOf(toleration(row.cell("toleration")).tolerates(ShortToleration.taint(row.cell("taint"))));
            case "numeric-comparison" -> compared(row);
            case "validation" -> broken(row);
            case "update-validation" -> forbidden(row);
            default -> throw new IllegalArgumentException(row.toString());
        };
    }

    /** What the pod has after the rule was asked once; asked again, it changes nothing. */
    private static List<Toleration> settled(PodFixture unset, InTreeCase row, Rule rule) {
        PodFixture pod = unset.tolerating(list(row.cell("tolerations")));
        List<Toleration> outcome =
                DecidedPod.of(ReviewFixture.creationOf(pod.build()), rule).tolerations();

        assertThat(DecidedPod.of(
                                ReviewFixture.creationOf(pod.tolerating(outcome).build()), rule)
                        .decision()
                        .changes())
                .isEmpty();
        return outcome;
    }

    private static Object restricted(InTreeCase row) {
        PodFacts pod = PodFixture.aPod()
                .using(ShortResources.list(PODS.getOrDefault(row.cell("pod"), "")))
                .tolerating(tolerations(row.cell("tolerations")))
                .build();
        NamespaceFacts namespace = aNamespace()
                .giving(tolerations(row.cell("gives")))
                .admittingOnly(tolerations(row.cell("whitelist")))
                .build();
        Provenance provenance =
                pod.tolerations().isEmpty() || INJECTED.contains(row.id()) ? Provenance.UNOWNED : Provenance.OWNED;

        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(pod, provenance), namespace, new NamespaceAnnotations(), new MemoryPressure());

        return outcome.isRefused() ? "refused" : outcome.tolerations();
    }

    private static Object annotated(InTreeCase row) {
        NamespaceFacts namespace = NamespaceFixture.read(
                NamespaceFixture.annotated(NamespaceFacts.DEFAULT_TOLERATIONS, row.cell("annotation")),
                new TolerationRules(false));
        if (namespace.problems().isEmpty()) {
            return namespace.defaults();
        }
        assertThat(namespace.defaults()).isEmpty();
        assertThat(namespace.problems()).hasSize(1);
        return namespace.problems().get(0).why().replaceFirst(".*is ignored: ", "");
    }

    private static Object requested(InTreeCase row) {
        PodFacts pod = podWith(toleration("testKey Eq=testValue1 :NS"));
        return switch (row.id()) {
            case "A8" -> handled(NODE_FAILURE);
            case "B11" -> handled(EXTENDED_RESOURCES);
            case "C15" -> handled(new NamespaceAnnotations());
            case "A16" ->
                DecidedPod.of(ReviewFixture.updateOf(STORED, EMPTY, Provenance.UNOWNED), plain(), NODE_FAILURE)
                        .tolerations();
            case "C14" -> {
                DecidedPod outcome = DecidedPod.of(
                        ReviewFixture.updateOf(pod, pod, Provenance.OWNED),
                        aNamespace()
                                .giving(toleration("testKey Eq=testValue2 :NS"))
                                .build(),
                        new NamespaceAnnotations(),
                        new MemoryPressure());
                yield outcome.isRefused() ? "refused" : outcome.tolerations();
            }
            default -> throw new IllegalArgumentException(row.toString());
        };
    }

    /** The operations for which the rule is asked; an update gives back what is stored. */
    private static String handled(Rule rule) {
        DecidedPod update = DecidedPod.of(ReviewFixture.updateOf(STORED, EMPTY, Provenance.UNOWNED), rule);
        DecidedPod deletion = DecidedPod.of(ReviewFixture.otherOf(STORED), rule);

        assertThat(update.tolerations()).isEqualTo(STORED.tolerations());
        assertThat(deletion.decision().skipReason()).contains(SkipReason.OPERATION);
        assertThat(deletion.decision().changes()).isEmpty();
        return Stream.of(
                        Map.entry("CREATE", DecidedPod.of(ReviewFixture.creationOf(EMPTY), rule)),
                        Map.entry("UPDATE", update),
                        Map.entry("DELETE", deletion))
                .filter(each -> each.getValue().decision().skipReason().isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(" "));
    }

    /** The other tolerations of the table that a whitelist's entry covers, by their names. */
    private static String covered(InTreeCase row) {
        Toleration superset = toleration(row.cell("toleration"));
        assertThat(superset.covers(superset)).isTrue();
        return cases().filter(other -> other.section().equals(row.section()))
                .filter(other -> !other.id().equals(row.id()))
                .filter(other -> superset.covers(toleration(other.cell("toleration"))))
                .map(other -> other.cell("name"))
                .collect(Collectors.joining(", "));
    }

    private static String admitted(InTreeCase row) {
        NamespaceFacts namespace =
                aNamespace().admittingOnly(list(row.cell("whitelist"))).build();
        return String.valueOf(list(row.cell("tolerations")).stream().allMatch(namespace::admits));
    }

    private static List<Toleration> merged(InTreeCase row) {
        return merged(list(row.cell("first")), list(row.cell("second")));
    }

    /** A pod's own list and its namespace's. */
    private static List<Toleration> merged(List<Toleration> own, List<Toleration> given) {
        return DecidedPod.of(
                        ReviewFixture.creationOf(
                                PodFixture.aPod().tolerating(own).build()),
                        aNamespace().giving(given).build(),
                        new NamespaceAnnotations())
                .tolerations();
    }

    /** The program tells only BestEffort from the others. */
    private static String qualityOfService(InTreeCase row) {
        PodFacts pod = PodFixture.aPod()
                .using(containers(row))
                .asAWholeUsing(row.cell("pod").isEmpty() ? null : ShortResources.resources(row.cell("pod")))
                .build();
        return pod.resources().areBestEffort() ? "BEST_EFFORT" : row.expected().replace("BEST_EFFORT", "another class");
    }

    private static List<Toleration> ofDaemonSet(InTreeCase row) {
        PodFixture pod = PodFixture.aPod().controlledBy("DaemonSet").tolerating(list(row.cell("tolerations")));
        return DecidedPod.of(
                        ReviewFixture.creationOf(
                                row.cell("network").equals("host")
                                        ? pod.onHostNetwork().build()
                                        : pod.build()),
                        new DaemonSet(TolerationSeconds.NEVER))
                .tolerations();
    }

    private static String evicted(InTreeCase row) {
        EvictionTime time = EvictionTime.of(
                list(row.cell("tolerations")),
                Stream.of(row.cell("taints").split(", ", -1))
                        .map(ShortToleration::taint)
                        .toList());
        return time.never() ? "never" : String.valueOf(time.afterSeconds());
    }

    private static String compared(InTreeCase row) {
        Effect effect = Effect.of("NoSchedule");
        Toleration toleration = new Toleration(
                "sla",
                Operator.of(row.cell("operator")),
                unquoted(row.cell("toleration")),
                effect,
                TolerationSeconds.NEVER);
        return String.valueOf(toleration.tolerates(new Taint("sla", unquoted(row.cell("taint")), effect)));
    }

    private static String unquoted(String text) {
        return text.startsWith("\"") ? text.substring(1, text.length() - 1) : text;
    }

    /** The field that the message of the API's rule names. */
    private static String broken(InTreeCase row) {
        String sentence = new TolerationRules(row.cell("gate").equals("on"))
                .violation(toleration(row.cell("toleration")))
                .orElse("");
        return sentence.split(" ", 2)[0];
    }

    /** The API server refuses an update that drops a stored entry. */
    private static String forbidden(InTreeCase row) {
        List<Toleration> updated = list(row.cell("new"));
        return String.valueOf(
                list(row.cell("old")).stream().anyMatch(old -> updated.stream().noneMatch(old::isSameEntryAs)));
    }

    private static List<Resources> containers(InTreeCase row) {
        return Stream.of(row.cell("containers"), row.cell("init"))
                .flatMap(text -> ShortResources.list(text).stream())
                .toList();
    }

    /** A list, in which T, T1 and T2 stand for the tolerations of PodTolerationRestriction's tests. */
    private static List<Toleration> tolerations(String text) {
        return list(text.replaceAll("\\bT(\\d?)(?=,|$)", "testKey Eq=testValue$1 :NS"));
    }

    /** D4.1. */
    @ManyTrials
    void eachEntryOfBothListsIsCoveredByTheMergedOne(long seed) {
        RandomWorld world = new RandomWorld(seed);

        for (int trial = 0; trial < TRIALS; trial++) {
            List<Toleration> own = world.tolerations("few-tolerations");
            List<Toleration> given = world.tolerations("few-tolerations");

            List<Toleration> result = merged(own, given);

            assertThat(Stream.concat(own.stream(), given.stream()))
                    .as("seed %d, pod %s, namespace %s, result %s", seed, own, given, result)
                    .allMatch(entry -> result.stream().anyMatch(covering -> covering.shadows(entry)));
        }
    }

    /** D4.2. */
    @ManyTrials
    void aWhitelistAdmitsExactlyWhatItCovers(long seed) {
        RandomWorld world = new RandomWorld(seed);

        for (int trial = 0; trial < TRIALS; trial++) {
            List<Toleration> own = world.tolerations("few-tolerations");
            List<Toleration> whitelist = world.tolerations("few-tolerations");
            NamespaceFacts namespace = aNamespace().admittingOnly(whitelist).build();
            boolean covered = whitelist.isEmpty()
                    || own.stream().allMatch(entry -> whitelist.stream().anyMatch(wide -> wide.covers(entry)));

            boolean admitted = own.stream().allMatch(namespace::admits);

            assertThat(admitted)
                    .as("seed %d, pod %s, whitelist %s", seed, own, whitelist)
                    .isEqualTo(covered);
        }
    }

    @Test
    void everySectionOfKubernetesTestsHasAllItsCasesOnce() {
        List<String> ids = InTreeCase.all().stream().map(InTreeCase::id).toList();

        Map<String, Long> counts = ids.stream()
                .collect(Collectors.groupingBy(id -> id.substring(0, 1), TreeMap::new, Collectors.counting()));

        assertThat(ids)
                .doesNotHaveDuplicates()
                .contains("D2.1", "D2.9", "D3.1", "D3.9", "D4.1", "D4.2")
                .containsAll(Stream.of("A16", "B22", "C33", "E4", "F24", "G11", "H16", "I44", "J36")
                        .flatMap(last -> IntStream.rangeClosed(1, Integer.parseInt(last.substring(1)))
                                .mapToObj(number -> last.substring(0, 1) + number))
                        .toList());
        assertThat(counts).hasToString("{A=16, B=22, C=33, D=36, E=4, F=24, G=11, H=16, I=44, J=36}");
    }

    @Test
    void everyCaseIsRunOrExcludedByNameAndADifferenceIsOne() {
        assertThat(InTreeCase.all()).allSatisfy(each -> {
            assertThat(each.isSame()
                            || each.difference().isPresent()
                            || each.elsewhere().isPresent())
                    .isTrue();
            if (each.difference().isPresent()) {
                assertThat(each.cell("ours")).isNotEqualTo(each.cell("expected"));
            }
        });
    }
}
