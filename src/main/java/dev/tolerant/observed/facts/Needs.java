package dev.tolerant.observed.facts;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The objects that a question needs, so that whoever asks it needs no rights for others.
 *
 * @param everywhere kinds of which the question needs the objects of all namespaces, whichever one it is about
 * @param namespace of which the objects of other kinds are needed; empty for all namespaces
 */
public record Needs(Set<FactKind> kinds, Set<FactKind> everywhere, String namespace) {
    /** Everything that is known of a cluster. */
    public static final Needs ALL = new Needs(EnumSet.allOf(FactKind.class), EnumSet.noneOf(FactKind.class), "");

    public Needs {
        kinds = Collections.unmodifiableSet(EnumSet.copyOf(kinds));
        everywhere = everywhere.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(everywhere));
    }

    /** What the settings, policies and registrations of a cluster make of pods, and objects of these kinds. */
    public static Needs of(FactKind... kinds) {
        Set<FactKind> all = EnumSet.of(
                FactKind.NODE,
                FactKind.NODE_POOL,
                FactKind.NAMESPACE,
                FactKind.POLICY,
                FactKind.MUTATING_WEBHOOKS,
                FactKind.CONFIG_MAP);
        all.addAll(Arrays.asList(kinds));
        return new Needs(all, Set.of(), "");
    }

    /** The same, with the objects of these kinds from all namespaces. */
    public Needs everywhere(FactKind... others) {
        Set<FactKind> all = EnumSet.copyOf(kinds);
        all.addAll(Arrays.asList(others));
        return new Needs(all, Set.of(others), namespace);
    }

    /** The same, with objects of one namespace where a kind is not needed from everywhere. */
    public Needs in(String only) {
        return new Needs(kinds, everywhere, only);
    }
}
