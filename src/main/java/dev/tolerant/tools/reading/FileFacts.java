package dev.tolerant.tools.reading;

import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one file has.
 *
 * @param name for messages
 * @param dump what the file says of itself; null if it is not a dump
 * @param others how many of its objects no question needs
 */
public record FileFacts(String name, @Nullable ClusterDump dump, List<Fact> facts, int others) {
    /** Whether the file has policies alone. */
    public boolean isProposal() {
        return dump == null
                && others == 0
                && !facts.isEmpty()
                && facts.stream().allMatch(fact -> fact.kind() == FactKind.POLICY);
    }

    /** Whether it can be a cluster: a dump is one, pods or not. */
    public boolean hasPods() {
        return dump != null || has(FactKind.POD);
    }

    /** Whether it has policies, perhaps beside other objects. */
    public boolean hasPolicies() {
        return has(FactKind.POLICY);
    }

    private boolean has(FactKind kind) {
        return facts.stream().anyMatch(fact -> fact.kind() == kind);
    }
}
