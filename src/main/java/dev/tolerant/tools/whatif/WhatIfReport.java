package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.review.Patch;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.ExplanationDocument.Refusal;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.text.Report;
import dev.tolerant.text.Report.Palette.Tone;
import dev.tolerant.text.Report.Section;
import dev.tolerant.text.Report.TextTable.Cell;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change.EvictionChange;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change.TolerationChange;
import dev.tolerant.tools.whatif.WhatIfAnswer.Fate;
import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import dev.tolerant.tools.whatif.WhatIfAnswer.ProposedPolicy;
import dev.tolerant.tools.whatif.WhatIfAnswer.WorkloadChange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The words for the changes by a proposal, for people, and the same as a document for programs. */
public record WhatIfReport(WhatIfAnswer answer) {
    private static final int MAX_MAKERS = 20;
    private static final int MAX_NODES = 5;

    public Report report() {
        boolean everywhere = answer.namespace().isEmpty();
        List<Cell> summary = new ArrayList<>();
        if (everywhere) {
            answer.pointless()
                    .forEach(policy -> summary.add(new Cell(
                            Tone.BAD, "TolerationPolicy " + policy + " matches no pod or workload of this cluster.")));
        }
        List<ProposedPolicy> policies = answer.policies();
        policies.stream()
                .filter(policy -> policy.withoutPool() != null)
                .forEach(policy -> summary.add(new Cell(
                        Tone.BAD,
                        "TolerationPolicy " + policy.name() + " gives nothing of its pool: " + policy.withoutPool())));
        answer.unreserved()
                .forEach(taint -> summary.add(new Cell(
                        Tone.BAD,
                        "Any namespace may tolerate " + taint + " from then on: no policy reserves it any more.")));
        if (answer.workloads().isEmpty()) {
            summary.add(new Cell(Tone.DIM, "There is no workload and no pod."));
        }
        WhatIfAnswer enforced = answer.enforced();
        if (enforced != null) {
            summary.add(Cell.plain("The webhook only audits (tolerant.mode=audit), today and as proposed."));
        }
        List<Section> sections = new ArrayList<>(changes(""));
        if (enforced != null) {
            sections.addAll(new WhatIfReport(enforced).changes(", with tolerant.mode=enforce"));
        }
        sections.add(agents(policies));
        sections.add(proposal(policies));
        List<String> unmatched = answer.unmatched().stream()
                .filter(policy -> !everywhere || !answer.pointless().contains(policy))
                .toList();
        sections.add(list(
                "Policies that match no pod" + (everywhere ? "" : " of namespace " + answer.namespace()), unmatched));
        sections.add(list(
                "Cannot be read",
                answer.unjudged().stream().map(Object::toString).toList()));
        ClusterObjects clusterObjects = answer.clusterObjects();
        sections.add(list(
                "Not known",
                clusterObjects.notRead(clusterObjects.unknown().keySet()).stream()
                        .toList()));
        return new Report("What would change in " + clusterObjects.title(), summary, sections, answer.notes());
    }

    private static Section agents(List<ProposedPolicy> policies) {
        Section section = Section.of("Agents that do not reach the nodes of a policy", "policy", "DaemonSet", "why");
        policies.forEach(policy -> policy.agents()
                .forEach(agent -> section.add(
                        Cell.plain(policy.name()),
                        new Cell(agent.vital() ? Tone.BAD : Tone.PLAIN, agent.title()),
                        Cell.plain(agent.sentence()))));
        return section;
    }

    /** Of the next pods and of those that run, where the headings end in these words. */
    private List<Section> changes(String where) {
        List<Section> sections = new ArrayList<>();
        sections.add(counts(where));
        for (Impact impact : Impact.values()) {
            if (impact != Impact.SAME) {
                sections.add(changes(impact, where));
            }
        }
        sections.add(list("Running pods" + where, running(answer)));
        return sections;
    }

    private Section counts(String where) {
        Section section =
                Section.of("The next pod of each workload" + where, "the next pod is", "workloads", "running pods");
        for (Impact impact : Impact.values()) {
            List<WorkloadChange> workloads = answer.of(impact);
            int running =
                    workloads.stream().mapToInt(each -> each.running().pods()).sum();
            if (!workloads.isEmpty()) {
                section.add(
                        new Cell(tone(impact), impact.heading().toLowerCase(Locale.ROOT)),
                        Cell.plain(Report.counted(workloads.size(), "workload")),
                        Cell.plain(running == 0 ? "" : Report.counted(running, "running pod")));
            }
        }
        return section;
    }

    private static Tone tone(Impact impact) {
        return switch (impact) {
            case REFUSED, NOWHERE, OUTSIDE_POOL, FEWER_NODES -> Tone.BAD;
            case ADMITTED -> Tone.GOOD;
            case SAME -> Tone.DIM;
            case SOONER, SOONER_AND_LATER, LATER, OTHER -> Tone.PLAIN;
        };
    }

    /** Workloads whose pods change in the same way follow each other, and the first of them says how. */
    private Section changes(Impact impact, String where) {
        Map<List<String>, List<WorkloadChange>> alike = new LinkedHashMap<>();
        answer.of(impact)
                .forEach(workload -> alike.computeIfAbsent(lines(workload), any -> new ArrayList<>())
                        .add(workload));
        Section section = Section.of(impact.heading() + where, "workload", "pods", "what changes");
        alike.forEach((lines, workloads) -> {
            add(section, workloads.get(0), lines.isEmpty() ? "" : lines.get(0));
            lines.stream().skip(1).forEach(line -> section.add(Cell.plain(""), Cell.plain(""), Cell.plain(line)));
            workloads.stream().limit(MAX_MAKERS).skip(1).forEach(workload -> add(section, workload, "the same"));
            if (workloads.size() > MAX_MAKERS) {
                section.add(
                        new Cell(Tone.DIM, "and " + (workloads.size() - MAX_MAKERS) + " more; -o json has all"),
                        Cell.plain(""),
                        Cell.plain("the same"));
            }
        });
        return section;
    }

    private static void add(Section section, WorkloadChange workload, String line) {
        RunningPods running = workload.running();
        String given = running.given() == 0 ? "" : ", the keeper changes " + running.given();
        String waiting = running.waiting() == 0
                ? ""
                : (given.isEmpty() ? ", the keeper changes " : ", ") + running.waiting() + " later";
        section.add(
                new Cell(
                        tone(workload.change().impact()),
                        workload.maker().namespace() + "/" + workload.maker().title()),
                new Cell(Tone.DIM, running.pods() + " running" + given + waiting),
                Cell.plain(line));
    }

    private List<String> lines(WorkloadChange workload) {
        Fate before = workload.before();
        Fate after = workload.after();
        Change change = workload.change();
        List<String> lines = new ArrayList<>();
        if (after.refusal() != null) {
            return change.impact() == Impact.REFUSED ? List.of(after.refusal().message()) : lines;
        }
        Places places = answer.places();
        int open = after.nodes().cardinality();
        String pending = open > 0
                ? ""
                : workload.maker().isDaemonSet() ? ": its controller makes no pod" : ": new pods stay Pending";
        if (before.refusal() != null) {
            lines.add("today: " + before.refusal().message());
            if (open == 0) {
                lines.add("0 of " + Report.counted(places.count(), "node") + pending);
            }
        }
        if (change.moves()) {
            lines.add(open + " of " + Report.counted(places.count(), "node") + " instead of "
                    + before.nodes().cardinality() + pending);
            add(lines, "may no longer go to ", change.lost());
            add(lines, "may now go to ", change.gained());
        }
        change.tolerations().forEach(each -> lines.add(words(each)));
        change.evictions().stream()
                .filter(each -> !isSaid(each, change.tolerations()))
                .forEach(each -> lines.add("evicted for " + each.taint() + ": "
                        + each.after().words() + " instead of " + each.before().words()));
        lines.addAll(change.demands());
        return lines;
    }

    private void add(List<String> lines, String about, BitSet nodes) {
        if (!nodes.isEmpty()) {
            lines.add(about + OneLine.first(MAX_NODES, answer.places().names(nodes)));
        }
    }

    private static String words(TolerationChange change) {
        Toleration before = change.before();
        Toleration after = change.after();
        if (before == null) {
            return "gets toleration " + after;
        }
        return after == null
                ? "loses toleration " + before
                : "tolerates " + after.entry() + " " + seconds(after) + " instead of " + seconds(before);
    }

    private static String seconds(Toleration toleration) {
        return toleration.seconds().never() ? "forever" : "for " + toleration.seconds() + "s";
    }

    /** True where the change of a toleration says the same. */
    private static boolean isSaid(EvictionChange eviction, List<TolerationChange> tolerations) {
        return tolerations.stream()
                .anyMatch(each -> each.before() != null
                        && each.after() != null
                        && each.after().tolerates(eviction.taint()));
    }

    /** Of makers whose next pods change. */
    static List<String> running(WhatIfAnswer answer) {
        List<String> sentences = new ArrayList<>();
        RunningPods refused = sum(answer, Set.of(Impact.REFUSED));
        RunningPods others = sum(answer, EnumSet.complementOf(EnumSet.of(Impact.REFUSED, Impact.SAME)));
        if (refused.pods() > 0) {
            sentences.add("Nothing changes for " + Report.counted(refused.pods(), "running pod")
                    + " of refused workloads, but an evicted pod cannot be recreated.");
        }
        if (others.given() > 0) {
            sentences.add("The keeper changes " + Report.counted(others.given(), "running pod") + ".");
        }
        if (others.waiting() > 0) {
            sentences.add("The keeper changes " + Report.counted(others.waiting(), "running pod")
                    + " later: once a pod has no scheduling gates, and its node no taint for which the change would move"
                    + " the time of its eviction.");
        }
        if (others.left() > 0) {
            sentences.add(
                    "Nothing changes for " + Report.counted(others.left(), "running pod") + " until each is recreated"
                            + (others.lacking() == 0
                                    ? "."
                                    : "; the keeper, with " + answer.proposed().keeperNeeds() + ", would change "
                                            + others.lacking() + " of them."));
        }
        return sentences;
    }

    private static RunningPods sum(WhatIfAnswer answer, Set<Impact> impacts) {
        return answer.workloads().stream()
                .filter(workload -> impacts.contains(workload.change().impact()))
                .map(WorkloadChange::running)
                .reduce(RunningPods.NONE, RunningPods::and);
    }

    private Section proposal(List<ProposedPolicy> policies) {
        Section section = Section.of("Proposed", "what", "name", "change");
        policies.forEach(policy -> section.add(
                Cell.plain("policy"),
                Cell.plain(policy.name()),
                Cell.plain(policy.effect().code())));
        if (answer.proposal().settings() != null) {
            section.add(Cell.plain("settings"), Cell.plain(""), Cell.plain("given"));
        }
        return section;
    }

    private static Section list(String heading, List<String> sentences) {
        Section section = Section.of(heading, heading.toLowerCase(Locale.ROOT));
        sentences.forEach(each -> section.add(Cell.plain(each)));
        return section;
    }

    /**
     * The changes by a proposal, for programs.
     *
     * @param summary the number of workloads by their impact
     * @param nodes the number of nodes of the cluster
     * @param keeper true if a keeper changes running pods
     * @param items workloads, and pods that no workload makes, worst first
     * @param unmatchedPolicies policies, proposed or not, that match no pod about which the API server asks the webhook
     * @param unreserved taints that policies reserve today and would not, so that any namespace may tolerate them
     * @param unreadable objects that could not be judged, and why
     * @param notes assumptions of the answer
     * @param enforced the changes with tolerant.mode=enforce; absent unless the webhook only audits, today and as proposed
     */
    public record Document(
            Proposed proposal,
            Map<String, Integer> summary,
            int nodes,
            boolean keeper,
            List<Workload> items,
            List<String> unmatchedPolicies,
            List<String> unreserved,
            List<String> unreadable,
            List<String> notes,
            @Nullable Enforced enforced) {

        public static Document of(WhatIfAnswer answer) {
            return new Document(
                    new Proposed(answer.policies(), answer.proposal().settings() != null),
                    summary(answer),
                    answer.places().count(),
                    answer.proposed().keeperNeeds().isEmpty(),
                    workloads(answer),
                    answer.unmatched(),
                    answer.unreserved(),
                    answer.unjudged().stream().map(Object::toString).toList(),
                    answer.notes(),
                    answer.enforced() == null ? null : new Enforced(answer.enforced()));
        }

        private static Map<String, Integer> summary(WhatIfAnswer answer) {
            Map<String, Integer> summary = new LinkedHashMap<>();
            for (Impact impact : Impact.values()) {
                summary.put(impact.code(), answer.of(impact).size());
            }
            return summary;
        }

        private static List<Workload> workloads(WhatIfAnswer answer) {
            return answer.workloads().stream()
                    .map(workload -> Workload.of(workload, answer.places()))
                    .toList();
        }

        /**
         * @param summary the number of workloads by their impact
         * @param keeper true if a keeper would change running pods
         * @param items worst first
         */
        private record Enforced(Map<String, Integer> summary, boolean keeper, List<Workload> items) {
            Enforced(WhatIfAnswer answer) {
                this(Document.summary(answer), answer.proposed().keeperNeeds().isEmpty(), workloads(answer));
            }
        }

        /** @param settings true if settings are proposed */
        private record Proposed(List<ProposedPolicy> policies, boolean settings) {}

        /**
         * @param impact the worst that happens to its next pod: refused (newly), nowhere (no node is left), outside-pool (it
         *     loses what a policy makes it require of nodes today, and may go to nodes that are closed to it today),
         *     fewer-nodes, sooner (evicted), sooner-and-later (for different taints), later (or never), other, admitted (no
         *     longer refused) or same
         * @param impacts all that happens to it; empty for same
         * @param before the next pod today; absent with impact same, as after and changes are
         */
        private record Workload(
                String kind,
                String namespace,
                String name,
                Impact impact,
                Set<Impact> impacts,
                RunningPods runningPods,
                @Nullable NextPod before,
                @Nullable NextPod after,
                @Nullable Changes changes) {
            static Workload of(WorkloadChange workload, Places places) {
                Change change = workload.change();
                boolean same = change.impact() == Impact.SAME;
                return new Workload(
                        workload.maker().kind(),
                        workload.maker().namespace(),
                        workload.maker().name(),
                        change.impact(),
                        change.impacts(),
                        workload.running(),
                        same ? null : NextPod.of(workload.before()),
                        same ? null : NextPod.of(workload.after()),
                        same ? null : Changes.of(change, places));
            }
        }

        /**
         * @param unasked the reason why the API server does not ask the webhook; absent if it does
         * @param tolerations as in the API
         * @param nodes the number of nodes that it may go to; null if it is refused
         */
        private record NextPod(
                @Nullable String unasked,
                @Nullable Refusal refusal,
                List<JsonNode> tolerations,
                @JsonInclude @Nullable Integer nodes) {
            static NextPod of(Fate fate) {
                return new NextPod(
                        fate.unasked(),
                        Refusal.of(fate.refusal()),
                        fate.tolerations().stream()
                                .<JsonNode>map(Patch::toleration)
                                .toList(),
                        fate.isRefused() ? null : fate.nodes().cardinality());
            }
        }

        /** @param demands sentences about node selector and node affinity */
        private record Changes(
                List<ChangedToleration> tolerations,
                List<EvictionChange> evictions,
                List<String> demands,
                Nodes nodesLost,
                Nodes nodesGained) {
            static Changes of(Change change, Places places) {
                return new Changes(
                        change.tolerations().stream().map(ChangedToleration::of).toList(),
                        change.evictions(),
                        change.demands(),
                        Nodes.of(change.lost(), places),
                        Nodes.of(change.gained(), places));
            }
        }

        /** @param change added, removed or seconds */
        private record ChangedToleration(
                String change,
                @Nullable JsonNode before,
                @Nullable JsonNode after) {
            static ChangedToleration of(Change.TolerationChange change) {
                return new ChangedToleration(
                        change.before() == null ? "added" : change.after() == null ? "removed" : "seconds",
                        change.before() == null ? null : Patch.toleration(change.before()),
                        change.after() == null ? null : Patch.toleration(change.after()));
            }
        }

        /** @param names of the first 50 */
        private record Nodes(int count, List<String> names) {
            /** A large cluster has so many nodes and workloads that all names would be a hundred megabytes. */
            private static final int MAX = 50;

            static Nodes of(BitSet nodes, Places places) {
                return new Nodes(
                        nodes.cardinality(),
                        places.names(nodes).stream().limit(MAX).toList());
            }
        }
    }
}
