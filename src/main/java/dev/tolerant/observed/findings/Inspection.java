package dev.tolerant.observed.findings;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.observed.findings.PolicyFinding.Known;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Finds what is odd about the policies of a cluster, with what is known of their pools. */
public record Inspection(Collection<Policy> policies, Known known) {

    public List<PolicyFinding> findings() {
        return Stream.of(new ReservationFindings(policies, known.nodes(), new ArrayList<>()).all(), selectingNothing())
                .flatMap(List::stream)
                .toList();
    }

    /** The findings about what has no effect: it names what is not there, or another policy goes before it. */
    public List<PolicyFinding> selectingNothing() {
        return new SelectionFindings(policies, known).all();
    }
}
