package dev.tolerant.thread;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Says each sentence once while it holds, and again when it comes back; used by one thread. */
public final class SaidOnce {
    private final Consumer<String> say;
    private final Set<String> said = new HashSet<>();

    public SaidOnce(Consumer<String> say) {
        this.say = say;
    }

    public void add(String sentence) {
        if (said.add(sentence)) {
            say.accept(sentence);
        }
    }

    public void set(Collection<String> sentences) {
        said.retainAll(Set.copyOf(sentences));
        sentences.forEach(this::add);
    }

    /** None holds any more; false if none did. */
    public boolean clear() {
        boolean held = !said.isEmpty();
        said.clear();
        return held;
    }
}
