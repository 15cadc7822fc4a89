package dev.tolerant.server.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the program keeps of each cluster-scoped object of a kind, by name. It keeps nothing of the objects themselves,
 * because they may be many and large.
 */
final class Facts<T extends HasMetadata, F> {
    private final Supplier<T> empty;
    private final Function<T, Optional<F>> read;
    private final Consumer<String> changed;
    private final Map<String, F> byName = new ConcurrentHashMap<>();

    // Guarded by this.
    private @Nullable Items newest;

    /**
     * @param empty makes an object without a name
     * @param read what to keep of an object; empty if it is of no interest
     * @param changed receives the name of each object of which something else is kept now; it must return at once
     */
    Facts(Supplier<T> empty, Function<T, Optional<F>> read, Consumer<String> changed) {
        this.empty = empty;
        this.read = read;
        this.changed = changed;
    }

    /** Facts whose changes nobody waits for. */
    Facts(Supplier<T> empty, Function<T, Optional<F>> read) {
        this(empty, read, name -> {});
    }

    /** By name; changes as the cluster does. */
    Map<String, F> byName() {
        return byName;
    }

    /**
     * A store for a new informer. It continues with the facts of the one before it, whose late events change nothing from
     * now on.
     */
    synchronized ItemStore<T> items() {
        newest = new Items();
        return newest;
    }

    /** Forgets all facts, and changes nothing until there is a new informer. */
    synchronized void clear() {
        newest = null;
        List.copyOf(byName.keySet()).forEach(name -> keep(name, null));
    }

    private synchronized void put(Items from, String name, T object) {
        if (from == newest) {
            keep(name, read.apply(object).orElse(null));
        }
    }

    private synchronized void remove(Items from, String name) {
        if (from == newest) {
            keep(name, null);
        }
    }

    /** Most events bring nothing new: a kubelet writes its node's status every few minutes at least. */
    private void keep(String name, @Nullable F facts) {
        F before = byName.get(name);
        if (Objects.equals(before, facts)) {
            return;
        }
        if (facts == null) {
            byName.remove(name);
        } else {
            byName.put(name, facts);
        }
        changed.accept(name);
    }

    private T named(String name) {
        T object = empty.get();
        object.setMetadata(new ObjectMetaBuilder().withName(name).build());
        return object;
    }

    /** The store of one informer: it turns objects into facts, and gives back names alone. */
    private final class Items implements ItemStore<T> {

        @Override
        public String getKey(T object) {
            return object.getMetadata().getName();
        }

        @Override
        public @Nullable T put(String key, T object) {
            Facts.this.put(this, key, object);
            return null;
        }

        @Override
        public @Nullable T remove(String key) {
            Facts.this.remove(this, key);
            return null;
        }

        @Override
        public Stream<String> keySet() {
            return byName.keySet().stream();
        }

        @Override
        public Stream<T> values() {
            return keySet().map(Facts.this::named);
        }

        @Override
        public int size() {
            return byName.size();
        }

        @Override
        public @Nullable T get(String key) {
            return byName.containsKey(key) ? named(key) : null;
        }

        @Override
        public boolean isFullState() {
            return false;
        }
    }
}
