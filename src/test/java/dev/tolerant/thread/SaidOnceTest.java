package dev.tolerant.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is wrong is said once while it stays so. */
class SaidOnceTest {
    private final List<String> said = new ArrayList<>();
    private final SaidOnce problems = new SaidOnce(said::add);

    @Test
    void whatStaysIsSaidOnceAndWhatComesBackAgain() {
        problems.set(List.of("a", "b"));
        problems.set(List.of("b", "c", "b"));
        problems.set(List.of("a"));

        assertThat(said).containsExactly("a", "b", "c", "a");
    }

    @Test
    void oneIsSaidBesideTheOthersUntilNoneIsLeft() {
        problems.set(List.of("a"));
        problems.add("b");
        problems.add("a");

        assertThat(problems.clear()).isTrue();
        assertThat(problems.clear()).isFalse();
        problems.add("b");
        assertThat(said).containsExactly("a", "b", "b");
    }
}
