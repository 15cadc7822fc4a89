package dev.tolerant.tools.doctor;

import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.observed.explain.Agents.Agent;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.Owners.PodOwner;
import dev.tolerant.settings.TolerantConfig.KeeperMode;
import dev.tolerant.text.Report;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import dev.tolerant.tools.doctor.PendingPods.PendingPod;
import dev.tolerant.tools.doctor.PodSurvey.OpenPool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Pods that wait for a taint, that may run in pools of others or leave their own, and that a keeper would change. */
final class PodChecks {
    private static final int MOST_LINES = 10;
    private static final int FEW = 4;

    private PodChecks() {}

    static CheckResult pending(Installation installation) throws UnansweredException {
        List<PendingPod> waiting = installation.pods().pending();
        List<String> unread = installation.pods().problems().stream()
                .map(problem -> problem.what())
                .toList();
        if (waiting.isEmpty()) {
            return CheckResult.passed("no pod is Pending for a taint").with(first(unread));
        }
        List<String> lines = new ArrayList<>(waiting.stream()
                .map(each -> each.pod().title() + ": " + Taint.listed(each.taints()) + " on "
                        + OneLine.first(FEW, each.nodes()) + ": " + each.hint())
                .toList());
        lines.addAll(unread);
        return CheckResult.failed(
                        Report.counted(waiting.size(), "pod is", "pods are") + " Pending for a taint",
                        "follow the advice at the end of each line")
                .with(first(lines));
    }

    static CheckResult agents(Installation installation) throws UnansweredException {
        List<Agent> unreaching = installation.agents().unreaching();
        List<String> vital = lines(unreaching, true);
        List<String> others = lines(unreaching, false);
        if (vital.isEmpty()) {
            return CheckResult.passed(
                            others.isEmpty()
                                    ? "each DaemonSet reaches the nodes that it selects"
                                    : "each DaemonSet that nodes need reaches those that it selects; "
                                            + Report.counted(others.size(), "other does", "others do") + " not")
                    .withMore(Stream.concat(others.stream(), idle(installation)).toList());
        }
        return CheckResult.warning(
                        Report.counted(vital.size(), "DaemonSet that nodes need does", "DaemonSets that nodes need do")
                                + " not reach nodes that "
                                + (vital.size() == 1 ? "it selects" : "they select")
                                + (others.isEmpty()
                                        ? ""
                                        : "; " + Report.counted(others.size(), "other does", "others do")
                                                + " not either")
                                + unread(installation),
                        "kubectl tolerant explain daemonset/NAME -n NAMESPACE -o fix writes the tolerations that are missing")
                .with(vital.subList(0, Math.min(MOST_LINES, vital.size())))
                .withMore(Stream.of(vital.stream().skip(MOST_LINES), others.stream(), idle(installation))
                        .flatMap(lines -> lines)
                        .toList());
    }

    private static Stream<String> idle(Installation installation) throws UnansweredException {
        return installation.agents().all().stream()
                .filter(agent -> agent.selected() == 0)
                .map(agent -> agent.title() + " " + agent.reach());
    }

    /** Policies that were not read may give templates what they lack. */
    private static String unread(Installation installation) {
        List<String> kinds = ClusterView.DECIDING.stream()
                .filter(kind -> installation.clusterObjects().unknown(kind).isPresent())
                .map(ObjectKind::objects)
                .toList();
        return kinds.isEmpty() ? "" : ", unless what was not read lets them: " + String.join(", ", kinds);
    }

    private static List<String> lines(List<Agent> agents, boolean vital) {
        return agents.stream()
                .filter(agent -> agent.vital() == vital)
                .map(agent -> agent.title() + ": " + agent.sentence())
                .toList();
    }

    static CheckResult outsiders(Installation installation) throws UnansweredException {
        return CheckResult.warning(
                        "pods may run in pools that are not their own",
                        "remove these tolerations from the pods, or reserve the taints in the policies' spec.reserve")
                .with(
                        lines(installation, OpenPool::outsiders, PodChecks::why),
                        "no pod may run in a pool that is not its own");
    }

    private static String why(OpenPool pool) {
        return pool.policies().isEmpty()
                ? "by tolerating every taint"
                : "without a match in policy " + String.join(", ", pool.policies());
    }

    static CheckResult strays(Installation installation) throws UnansweredException {
        return CheckResult.warning(
                        "pods that have a pool may go to other nodes",
                        "have the pool's policy require its nodes with spec.nodes")
                .with(
                        lines(installation, OpenPool::strays, pool -> "without requiring its nodes"),
                        "the pods of each pool require its nodes");
    }

    /** A keeper in audit tells here which pods it would change, one that enforces which pods it was refused. */
    static CheckResult wouldChange(Installation installation) throws UnansweredException {
        KeeperMode keeper = installation.keeper();
        if (keeper == KeeperMode.OFF) {
            return CheckResult.passed("the keeper of running pods is off");
        }
        installation.know(List.of(ObjectKind.MUTATING_WEBHOOKS));
        List<String> pods = installation.pods().wouldChange();
        String number = Report.counted(pods.size(), "running pod", "running pods");
        if (keeper == KeeperMode.AUDIT) {
            return CheckResult.passed("in audit the keeper would change " + number)
                    .with(first(pods));
        }
        return CheckResult.warning(
                        "the keeper has not changed " + number,
                        "unless policies or these pods are some minutes old at most, read in the log of the keeper's"
                                + " replica what the API server answers about them")
                .with(first(pods), "the keeper of running pods changes them");
    }

    /** For each pool that some pods enter or leave. */
    private static List<String> lines(
            Installation installation, Function<OpenPool, List<PodOwner>> who, Function<OpenPool, String> why)
            throws UnansweredException {
        return first(installation.pods().open().stream()
                .filter(pool -> !who.apply(pool).isEmpty())
                .map(pool -> OneLine.first(FEW, pool.nodes()) + " (" + Taint.listed(pool.taints()) + "): "
                        + OneLine.first(
                                FEW,
                                who.apply(pool).stream()
                                        .map(owner -> owner.namespace() + "/" + owner.title())
                                        .toList())
                        + ", " + why.apply(pool))
                .toList());
    }

    static List<String> first(List<String> lines) {
        if (lines.size() <= MOST_LINES) {
            return lines;
        }
        List<String> first = new ArrayList<>(lines.subList(0, MOST_LINES));
        first.add("and " + (lines.size() - MOST_LINES) + " more");
        return first;
    }
}
