package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The measurements of the working tree, most of them beside the ceiling. */
record Alone(Checkout checkout, Jvm jvm, Path certificate, Size size) {

    /** The measurements of these parts. */
    Plan plan(Set<Part> parts, Map<String, String> peers, boolean c1) throws IOException {
        Map<Part, Measurement> measurements = new EnumMap<>(Part.class);
        for (Part part : parts) {
            measurements.put(
                    part,
                    switch (part) {
                        case LOADS -> loads(peers);
                        case STARTS ->
                            new Starts(
                                    program(),
                                    ceiling(),
                                    checkout.cached(certificate, jvm),
                                    size.starts(10),
                                    certificate);
                        case COLD -> cold(c1);
                        case ENGINE -> new Microbenchmarks(size.jmh(jvm, checkout, 2));
                        case NODES ->
                            new Nodes(
                                    new NodesMemory(certificate, jvm, size.of(15_000, 1500)),
                                    size.jmh(jvm, checkout, 2));
                        case FLEET ->
                            new Fleet(
                                    certificate,
                                    jvm,
                                    size.quick() ? List.of(10_000) : List.of(10_000, 50_000, 100_000));
                        case QUESTIONS ->
                            new Questions(size.quick() ? List.of(1000) : List.of(2500, 10_000, 40_000), size.of(3, 1));
                    });
        }
        return new Plan(measurements);
    }

    private Loads loads(Map<String, String> peers) {
        return new Loads(
                program(),
                ceiling(),
                peers,
                new Throughput(size.rounds(5), size.requests(50_000)),
                size.of(3, 1),
                size.of(10, 1));
    }

    private Cold cold(boolean c1) throws IOException {
        Launch cached = checkout.cached(certificate, jvm);
        List<Cold.Case> cases = new ArrayList<>();
        cases.add(new Cold.Case(program(), size.starts(cached == null ? 5 : 2), false));
        if (cached != null) {
            cases.add(new Cold.Case(cached, size.starts(5), false));
        }
        if (c1) {
            for (Cold.Case one : List.copyOf(cases)) {
                cases.add(new Cold.Case(one.launch().withC1(), 1, true));
            }
        }
        return new Cold(cases, size.coldStart(), size.of(20, 3));
    }

    private Launch program() {
        return checkout.program(certificate, jvm);
    }

    private Launch ceiling() {
        return new Launch("ceiling", Application.ceiling(certificate), jvm);
    }
}
