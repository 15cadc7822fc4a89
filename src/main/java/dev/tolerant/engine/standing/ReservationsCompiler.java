package dev.tolerant.engine.standing;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.standing.Reservations.Compiled;
import dev.tolerant.engine.standing.Reservations.Entry;
import dev.tolerant.engine.standing.Reservations.Insiders;
import dev.tolerant.engine.standing.Reservations.Opening;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Taint.Effect;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes reservations of what policies reserve, as far as the API server can store them and the guard look at all of them. */
public final class ReservationsCompiler {
    private ReservationsCompiler() {}

    /** Of enforced policies, those that come first before others. */
    static Compiled compile(List<Policy> ranked) {
        Map<String, Insiders> policies = new TreeMap<>();
        Map<ReservedTaint, Set<Opening>> openings = new TreeMap<>();
        Set<String> leftOut = new TreeSet<>();
        ReservationSize size = ReservationSize.EMPTY;
        for (Policy policy : ranked) {
            Insiders insiders = Insiders.of(policy);
            Map<ReservedTaint, Set<Opening>> own = openings(policy);
            if (insiders == null || own.isEmpty()) {
                continue;
            }
            ReservationSize more = size.with(policy.name(), insiders, own);
            if (!more.fits()) {
                leftOut.add(policy.name());
                continue;
            }
            size = more;
            policies.put(policy.name(), insiders);
            own.forEach((taint, openTo) -> openTo.forEach(opening -> open(openings, taint, opening)));
        }
        Reservations reservations = Reservations.of(policies, openings);
        Map<String, Entry> closed = new TreeMap<>();
        for (Policy policy : ranked) {
            policy.possibleTolerations()
                    .flatMap(reservations::couldBeTolerated)
                    .filter(entry -> policy.mode() == Mode.ENFORCE && !reservations.isOpen(entry, policy))
                    .findFirst()
                    .ifPresent(entry -> closed.put(policy.name(), entry));
        }
        return new Compiled(reservations, leftOut, closed);
    }

    static Map<ReservedTaint, Set<Opening>> openings(Policy policy) {
        Map<ReservedTaint, Set<Opening>> openings = new TreeMap<>();
        policy.reservedForAll().forEach(taint -> open(openings, taint, Opening.toAll(policy.name())));
        policy.reservedForValues()
                .forEach(each -> open(openings, each.taint(), new Opening(policy.name(), each.label(), each.value())));
        return openings;
    }

    private static void open(Map<ReservedTaint, Set<Opening>> openings, ReservedTaint taint, Opening opening) {
        openings.computeIfAbsent(taint, any -> new LinkedHashSet<>()).add(opening);
    }

    /** True where the API server can store them, and the guard look at all of them. */
    public static boolean fit(Reservations reservations) {
        Map<String, Map<ReservedTaint, Set<Opening>>> byPolicy = new TreeMap<>();
        reservations
                .openings()
                .forEach((taint, openTo) -> openTo.forEach(opening ->
                        open(byPolicy.computeIfAbsent(opening.policy(), any -> new TreeMap<>()), taint, opening)));
        ReservationSize size = ReservationSize.EMPTY;
        for (Map.Entry<String, Insiders> each : reservations.policies().entrySet()) {
            size = size.with(each.getKey(), each.getValue(), byPolicy.getOrDefault(each.getKey(), Map.of()));
        }
        return size.fits();
    }

    /**
     * The size of reservations as annotations, and what the guard's expressions cost that look at all of them.
     *
     * @param bytes of the annotations with their names
     * @param naming steps, as an API server counts them (interpreter/runtimecost.go in cel-go), of finding the keys that a pod names
     * @param closing steps of finding the taints that are closed to it
     * @param refusing steps of finding those among its tolerations
     * @param entering steps of finding the policies that a namespace enters
     */
    record ReservationSize(long bytes, long naming, long closing, long refusing, long entering) {
        /** Stored by an API server of all annotations of an object (TotalAnnotationSizeLimitB), less what others may add. */
        static final int MAX_BYTES = 240 * 1024;

        /** Half of what an API server lets one expression cost (PerCallLimit in k8s.io/apiserver, pkg/apis/cel). */
        static final int MAX_STEPS = 500_000;

        /** The requester's groups that the steps are counted for, and the other lines that exempt a pod. */
        static final int GROUPS_OF_REQUESTER = 30;

        private static final int OTHER_EXEMPTIONS = 4;
        /** A number that is no shorter than a policy's. */
        private static final int MOST = 99_999;

        private static final int STEPS_OF_EXPRESSION_ITSELF = 1_000;
        private static final int STEPS_OF_ANNOTATION = 20;
        private static final int STEPS_OF_OPENING = 60;
        private static final int EFFECTS = 3;
        private static final int STEPS_OF_EXEMPTION = 6;
        private static final int STEPS_OF_TAINT = 110;
        private static final int STEPS_OF_TOLERATION = 50;
        private static final int STEPS_OF_LINE = 40;

        static final ReservationSize EMPTY = new ReservationSize(
                0,
                STEPS_OF_EXPRESSION_ITSELF,
                STEPS_OF_EXPRESSION_ITSELF,
                STEPS_OF_EXPRESSION_ITSELF,
                STEPS_OF_EXPRESSION_ITSELF);

        boolean fits() {
            return bytes <= MAX_BYTES && steps() <= MAX_STEPS;
        }

        long steps() {
            return Math.max(Math.max(naming, closing), Math.max(refusing, entering));
        }

        ReservationSize with(
                String policy, Insiders insiders, Map<ReservedTaint, ? extends Collection<Opening>> openings) {
            String text = ReservationsText.policy(policy, insiders.namespaces());
            String exempt = ReservationsText.exempt(insiders.exempt());
            long inside = stepsInside(text, insiders.namespaces());
            long open = STEPS_OF_OPENING
                    + exempt.lines().count() * (OTHER_EXEMPTIONS + GROUPS_OF_REQUESTER + STEPS_OF_EXEMPTION)
                    + bytes(exempt) / 4
                    + inside;
            ReservationSize sum = new ReservationSize(
                    bytes + bytes(ReservationsText.POLICY + MOST + ReservationsText.EXEMPT + MOST + text + exempt),
                    naming + 2 * STEPS_OF_ANNOTATION,
                    closing,
                    refusing,
                    entering + 2 * STEPS_OF_ANNOTATION + 2 * inside);
            for (Map.Entry<ReservedTaint, ? extends Collection<Opening>> each : openings.entrySet()) {
                for (Opening opening : each.getValue()) {
                    sum = sum.with(each.getKey(), opening, open, inside);
                }
            }
            return sum;
        }

        /** As if no other taint had its key. */
        private ReservationSize with(ReservedTaint taint, Opening opening, long open, long inside) {
            String line = ReservationsText.line(new Entry(taint, List.of(opening)), Map.of(opening.policy(), MOST));
            String label = opening.fromLabel();
            // Once for each effect; a value that a label opens is looked for in each toleration.
            long perToleration = (taint.effect() == Effect.ANY ? EFFECTS : 1)
                    + (taint.value() == null && !label.isEmpty() ? STEPS_OF_TOLERATION : 0);
            return new ReservationSize(
                    bytes + bytes(ReservationsText.name(taint.key())) + bytes(line) + bytes(label) + 2,
                    naming + STEPS_OF_ANNOTATION + PodFacts.MAX_TOLERATIONS,
                    closing + STEPS_OF_TAINT + line.length() / 2 + open,
                    refusing
                            + STEPS_OF_TAINT
                            + perToleration * PodFacts.MAX_TOLERATIONS
                            + (label.isEmpty() ? 0 : STEPS_OF_OPENING + inside),
                    entering);
        }

        private static long stepsInside(String text, LabelSelector namespaces) {
            return text.lines().count() * STEPS_OF_LINE
                    + bytes(text) * 2L / 3
                    + namespaces.matchExpressions().stream()
                            .mapToLong(each -> each.values().size())
                            .sum();
        }

        private static int bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }
    }
}
