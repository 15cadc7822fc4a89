package dev.tolerant.server.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.keeper.Backlog.PodKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** In which order pods wait, and how many. */
class BacklogTest {
    // Close to where such a clock may overflow.
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 10);
    private final Backlog backlog = new Backlog(3, clock::get);

    @Test
    void newPodsComeFirstAndOthersInTheirOrder() {
        add("old-1", false, 0);
        add("old-2", false, 0);
        add("new", true, 0);

        assertThat(taken()).containsExactly("new", "old-1", "old-2");
    }

    @Test
    void nobodyComesBeforeTheirTime() {
        add("new", true, 50);
        add("old", false, 0);

        assertThat(taken()).containsExactly("old");
        clock.addAndGet(49);
        assertThat(taken()).isEmpty();
        clock.addAndGet(1);
        assertThat(taken()).containsExactly("new");
    }

    @Test
    void aPodWaitsOnceAndUntilTheSoonestTime() {
        add("web", true, 50);
        add("web", false, 10);
        add("web", false, 90);
        add("old", false, 10);

        assertThat(backlog.unfinished()).isEqualTo(2);
        clock.addAndGet(10);
        assertThat(taken()).containsExactly("web", "old");
    }

    @Test
    void whatHasNoRoomIsToldOnceAllAreTakenAndANewPodTakesTheRoomOfAnOldOne() {
        add("old-1", false, 0);
        add("old-2", false, 0);
        add("old-3", false, 0);

        assertThat(add("old-4", false, 0)).isFalse();
        assertThat(add("new", true, 0)).isTrue();
        assertThat(backlog.takeOverflow()).isFalse();
        assertThat(taken()).containsExactly("new", "old-1", "old-2");
        assertThat(backlog.takeOverflow()).isTrue();
        assertThat(backlog.takeOverflow()).isFalse();
    }

    @Test
    void newPodsAloneAreBoundedToo() {
        for (int i = 0; i < 5; i++) {
            add("new-" + i, true, 0);
        }

        assertThat(taken()).containsExactly("new-0", "new-1", "new-2");
    }

    private boolean add(String name, boolean fresh, long after) {
        return backlog.add(new PodKey("shop", name), fresh, after, 0);
    }

    private List<String> taken() {
        List<String> taken = new ArrayList<>();
        for (Backlog.Waiting next = backlog.take(); next != null; next = backlog.take()) {
            taken.add(next.pod().name());
        }
        return taken;
    }
}
