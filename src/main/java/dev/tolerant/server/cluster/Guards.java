package dev.tolerant.server.cluster;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The guards of this release and their bindings, watched where there are any. */
final class Guards implements AutoCloseable {
    private final List<Guard> guards;
    private final Reflector<Guard.Policy> policies;
    private final Reflector<Guard.Binding> bindings;

    /** @param changed runs whenever a guard is another; it must return at once */
    Guards(List<Guard> guards, Reflector.Tools tools, Runnable changed) {
        this.guards = guards;
        Set<String> names = guards.stream().map(Guard::name).collect(Collectors.toUnmodifiableSet());
        this.policies = new Reflector<>(WatchedKinds.guards(names), tools, (name, before, now) -> changed.run());
        this.bindings = new Reflector<>(WatchedKinds.guardBindings(names), tools, (name, before, now) -> changed.run());
    }

    void start() {
        policies.need(!guards.isEmpty());
        bindings.need(!guards.isEmpty());
    }

    /** Each guard as the cluster has it; none until both kinds have been read. */
    List<Guard.Seen> seen() {
        if (!policies.isRead() || !bindings.isRead()) {
            return List.of();
        }
        Map<String, Guard.Policy> policy = policies.objects();
        Map<String, Guard.Binding> binding = bindings.objects();
        return guards.stream()
                .map(guard -> new Guard.Seen(guard, policy.get(guard.name()), binding.get(guard.name())))
                .toList();
    }

    /** Tells the state of each watch in words, by the name of its kind. */
    void state(BiConsumer<String, String> told) {
        policies.words().ifPresent(words -> told.accept(WatchedKinds.GUARDS, words));
        bindings.words().ifPresent(words -> told.accept(WatchedKinds.GUARD_BINDINGS, words));
    }

    @Override
    public void close() {
        policies.close();
        bindings.close();
    }
}
