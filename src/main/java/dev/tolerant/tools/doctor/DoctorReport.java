package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.tools.junit.JUnitReport;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** All checks of a cluster, in the order of their headings. */
public record DoctorReport(List<Checked> checks) {
    private static final Set<String> CORE = Set.of("new-pods", "answers");

    /** How many checks ended so. */
    public long count(Mark mark) {
        return checks.stream()
                .filter(checked -> checked.finding().mark() == mark)
                .count();
    }

    /** Whether nobody could tell if the API server is told to ask the program, nor if the program answers. */
    public boolean isInconclusive() {
        return checks.stream()
                .filter(checked -> CORE.contains(checked.check().code()))
                .allMatch(checked -> checked.finding().mark() == Mark.UNKNOWN);
    }

    /** Adds itself to a document for programs, in the form that docs/kubectl.md describes. */
    public void addTo(ObjectNode document) {
        ObjectNode counts = document.putObject("counts");
        for (Mark mark : Mark.values()) {
            counts.put(mark.code(), count(mark));
        }
        ArrayNode list = document.putArray("checks");
        checks.forEach(checked -> list.add(checked.json()));
    }

    /** A test for each check; warnings and what is unknown are remarks. */
    public String junit() {
        List<JUnitReport.Case> cases = checks.stream().map(DoctorReport::junit).toList();
        return new JUnitReport("kubectl tolerant doctor", cases).xml();
    }

    private static JUnitReport.Case junit(Checked checked) {
        Finding finding = checked.finding();
        List<String> lines = Stream.of(
                        Stream.of(finding.mark().code() + ": " + finding.sentence()),
                        finding.details().stream(),
                        Stream.of(finding.wayOut()).filter(wayOut -> !wayOut.isEmpty()))
                .flatMap(each -> each)
                .toList();
        boolean failed = finding.mark() == Mark.FAILED;
        return new JUnitReport.Case(
                checked.check().heading().text(),
                checked.check().code(),
                failed ? lines : List.of(),
                failed ? List.of() : lines);
    }

    /** What only a living cluster can tell, in one line instead of one each; empty if that is nothing. */
    Optional<String> needingCluster() {
        List<String> titles = checks.stream()
                .filter(checked -> checked.finding().needsCluster())
                .map(checked -> checked.check().title())
                .toList();
        return titles.isEmpty()
                ? Optional.empty()
                : Optional.of(counted(titles.size(), "check") + (titles.size() == 1 ? " needs" : " need")
                        + " a living cluster: " + String.join(", ", titles));
    }

    /** The line that counts. */
    String summary() {
        return counted(checks.size(), "check") + ": " + count(Mark.PASSED) + " passed, "
                + counted(count(Mark.WARNING), "warning") + ", " + count(Mark.FAILED) + " failed, "
                + count(Mark.UNKNOWN) + " unknown";
    }

    private static String counted(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
