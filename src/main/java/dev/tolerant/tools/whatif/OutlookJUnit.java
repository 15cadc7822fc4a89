package dev.tolerant.tools.whatif;

import dev.tolerant.observed.facts.Owners.PodOwner;
import dev.tolerant.tools.junit.JUnitReport;
import dev.tolerant.tools.junit.JUnitReport.Case;
import java.util.ArrayList;
import java.util.List;

/** Writes what a proposal changes as a JUnit report: a test of each workload, that its pods are not newly refused and have a node left. */
public final class OutlookJUnit {
    private OutlookJUnit() {}

    public static String write(Outlook outlook) {
        List<Case> cases = new ArrayList<>();
        for (Prospect prospect : outlook.prospects()) {
            PodOwner maker = prospect.maker();
            List<String> lines = Words.of(Block.of(List.of(prospect)).get(0), outlook.places()).stream()
                    .map(line -> line.about().isEmpty() ? line.text() : line.about() + ": " + line.text())
                    .toList();
            boolean fails = prospect.change().impact().compareTo(Impact.OUTSIDE_POOL) <= 0;
            cases.add(new Case(maker.namespace(), maker.title(), fails ? lines : List.of(), fails ? List.of() : lines));
        }
        outlook.unjudged()
                .forEach(problem ->
                        cases.add(new Case("unreadable", problem.path(), List.of(problem.toString()), List.of())));
        outlook.unknownKinds().forEach(why -> cases.add(new Case("unknown", why, List.of(), List.of(why))));
        return new JUnitReport("kubectl tolerant whatif", List.copyOf(cases)).xml();
    }
}
