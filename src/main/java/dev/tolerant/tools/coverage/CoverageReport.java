package dev.tolerant.tools.coverage;

import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.observed.explain.Palette.Tone;
import dev.tolerant.observed.explain.Report;
import dev.tolerant.observed.explain.Report.Section;
import dev.tolerant.observed.explain.TextTable.Cell;
import dev.tolerant.observed.owners.PodOwner;
import dev.tolerant.tools.coverage.Coverage.PendingPod;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says for people which taints and tolerations meet. */
public final class CoverageReport {
    private static final int FEW = 4;

    private CoverageReport() {}

    public static Report of(Coverage coverage) {
        return new Report(
                "Coverage: " + coverage.facts().source() + " at "
                        + coverage.facts().at(),
                List.of(summary(coverage)),
                Stream.concat(findings(coverage).stream(), Stream.of(customary(coverage)))
                        .toList(),
                coverage.notes());
    }

    /** What somebody should act on: first the errors, then warnings. */
    static List<Section> findings(Coverage coverage) {
        return List.of(pending(coverage), pools(coverage), taints(coverage), tolerations(coverage));
    }

    private static Cell summary(Coverage coverage) {
        Tone tone = !coverage.pending().isEmpty() ? Tone.BAD : coverage.isComplete() ? Tone.GOOD : Tone.PLAIN;
        return new Cell(
                tone,
                counted(coverage.pending().size(), "pod") + " Pending for a taint, "
                        + counted(coverage.pools().size(), "open pool") + ", "
                        + counted(coverage.taints().size(), "taint") + " that nobody tolerates, "
                        + counted(coverage.unexpected().size(), "toleration")
                        + (coverage.unexpected().size() == 1 ? " that matches" : " that match") + " no node");
    }

    private static Section pending(Coverage coverage) {
        Section section = Section.of("Pods that are Pending for a taint", "pod", "taints", "nodes", "way out");
        coverage.pending()
                .forEach(each -> section.add(
                        new Cell(Tone.BAD, each.pod().title()),
                        Cell.plain(texts(each.taints())),
                        Cell.plain("on " + few(each.nodes())),
                        Cell.plain(wayOut(each))));
        return section;
    }

    /** How the pod could go there, as a sentence. */
    static String wayOut(PendingPod pending) {
        Coverage.WayOut wayOut = pending.wayOut();
        if (wayOut.tolerations().isEmpty()) {
            return "wait until the nodes are back: these taints come and go";
        }
        String tolerations = "tolerate "
                + wayOut.tolerations().stream().map(Toleration::toString).collect(Collectors.joining(" and "));
        return wayOut.policy()
                .map(policy -> tolerations + "; policy " + policy
                        + (wayOut.mismatch().isEmpty()
                                ? " gives it to such pods, so make the pod anew"
                                : " gives it, but " + wayOut.mismatch()))
                .orElse(tolerations + ", by a TolerationPolicy with these tolerations that matches the pod");
    }

    private static Section pools(Coverage coverage) {
        Section section = Section.of("Pools that are open", "nodes", "taints", "who", "what to do");
        for (Coverage.OpenPool pool : coverage.pools()) {
            String nodes = few(pool.nodes());
            String taints = texts(pool.taints());
            if (!pool.outsiders().isEmpty()) {
                section.add(
                        Cell.plain(nodes),
                        Cell.plain(taints),
                        Cell.plain("outsiders may enter"),
                        Cell.plain(owners(pool.outsiders())
                                + (pool.policies().isEmpty()
                                        ? ", which " + form(pool.outsiders(), "tolerate", "tolerates") + " every taint"
                                        : ", to which policy " + String.join(", ", pool.policies())
                                                + " does not give it: deny the taint in spec.restrict")));
            }
            if (!pool.strays().isEmpty()) {
                section.add(
                        Cell.plain(nodes),
                        Cell.plain(taints),
                        Cell.plain("its own may stray"),
                        Cell.plain(owners(pool.strays())
                                + ", which " + form(pool.strays(), "do", "does")
                                + " not require its nodes: bind "
                                + form(pool.strays(), "them", "it") + " with node affinity"));
            }
        }
        return section;
    }

    private static Section taints(Coverage coverage) {
        Section section = Section.of("Taints that nobody tolerates", "taint", "nodes", "pods");
        coverage.taints()
                .forEach(each -> section.add(
                        Cell.plain(each.taint().toString()),
                        Cell.plain("on " + few(each.nodes())),
                        Cell.plain(
                                each.wildcards() == 0
                                        ? "no pod can run there"
                                        : "only " + counted(each.wildcards(), "pod") + " that "
                                                + (each.wildcards() == 1 ? "tolerates" : "tolerate")
                                                + " every taint can run there")));
        return section;
    }

    private static Section tolerations(Coverage coverage) {
        return listed("Tolerations that match no node", coverage.unexpected());
    }

    /** Nobody has to act on these, so they are no finding. */
    private static Section customary(Coverage coverage) {
        return listed(
                "Tolerations that match no node, as is usual for system pods",
                coverage.tolerations().stream()
                        .filter(Coverage.IdleToleration::isCustomary)
                        .toList());
    }

    private static Section listed(String heading, List<Coverage.IdleToleration> tolerations) {
        Section section = Section.of(heading, "toleration", "pods", "of");
        tolerations.forEach(each -> section.add(
                Cell.plain(each.toleration().toString()),
                Cell.plain(counted(each.pods(), "pod")),
                Cell.plain(owners(each.owners())
                        + (each.policies().isEmpty()
                                ? ""
                                : (each.owners().isEmpty() ? "" : "; ") + "given by policy "
                                        + String.join(", ", each.policies())))));
        return section;
    }

    private static String form(List<PodOwner> subject, String ofSeveral, String ofOne) {
        return subject.size() == 1 ? ofOne : ofSeveral;
    }

    private static String owners(List<PodOwner> owners) {
        return few(owners.stream()
                .map(owner -> owner.namespace() + "/" + owner.title())
                .toList());
    }

    private static String few(List<String> names) {
        return names.size() <= FEW
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, FEW)) + " and " + (names.size() - FEW) + " more";
    }

    static String texts(List<Taint> taints) {
        return taints.stream().map(Taint::toString).collect(Collectors.joining(", "));
    }

    private static String counted(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
