package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The measurements of the working tree beside another commit.
 *
 * @param there the other commit, checked out
 */
record Beside(Checkout here, Checkout there, String revision, Jvm jvm, Path certificate, Size size) {

    /** The measurements of these parts. */
    Plan plan(Set<Part> parts) throws IOException {
        Map<Part, Measurement> measurements = new EnumMap<>(Part.class);
        List<Rival> programs = programs();
        for (Part part : parts) {
            measurements.put(
                    part,
                    switch (part) {
                        case LOADS ->
                            new PairedLoads(
                                    programs.get(0),
                                    size.of(3, 1),
                                    size.pairs(3),
                                    size.requests(30_000),
                                    size.of(5, 1));
                        case STARTS -> new PairedStarts(programs, size.pairs(10), certificate);
                        // The last is the one that the image runs.
                        case COLD -> new PairedCold(programs.get(programs.size() - 1), size.coldStart(), size.pairs(4));
                        case ENGINE ->
                            new PairedEngine(revision, size.jmh(jvm, here, 1), size.jmh(jvm, there, 1), size.pairs(5));
                        case NODES, FLEET, QUESTIONS ->
                            throw new IllegalArgumentException(part + " does not compare commits");
                    });
        }
        return new Plan(measurements);
    }

    /** Both programs with the chart's options, and with the image's AOT cache if there is a Java for it. */
    private List<Rival> programs() throws IOException {
        List<Rival> programs = new ArrayList<>();
        programs.add(rival(here.program(certificate, jvm), there.program(certificate, jvm)));
        Launch ours = here.cached(certificate, jvm);
        Launch theirs = there.cached(certificate, jvm);
        if (ours != null && theirs != null) {
            programs.add(rival(ours, theirs));
        }
        return programs;
    }

    private Rival rival(Launch ours, Launch theirs) {
        Application other = theirs.application().named("program-" + revision);
        return new Rival(revision, ours, new Launch(theirs.name(), other, theirs.jvm()));
    }
}
