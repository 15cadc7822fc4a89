package dev.tolerant.server.cluster;

import dev.tolerant.api.ApiResponse;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.server.cluster.WatchedKinds.Kind;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tracks how well a kind's objects are known, and what the API server answers in place of them. The thread that reads them tells it; any
 * thread may ask.
 */
final class KindHealth {
    /** A kind counts as failing once no list or watch of it has been answered well for that long. */
    static final Duration FAILING_AFTER = Duration.ofSeconds(10);
    /** A right counts as missing after that: an API server that has just started refuses what it has not read the roles for. */
    static final Duration REFUSED_AFTER = Duration.ofSeconds(10);
    /** A kind that has been listed counts as absent once discovery has not had it for that long. */
    static final Duration ABSENT_AFTER = Duration.ofMinutes(1);

    private final Kind<?> kind;
    private final LongSupplier nanos;

    private volatile boolean read;
    private volatile boolean watching;
    private volatile boolean absent;
    /** True once discovery has said that the cluster has the kind. */
    private volatile boolean discovered;
    /** True while a right has been missing for a while, or the kind is. */
    private volatile boolean refused;
    /** The API server's last answer in place of a list or watch. */
    private volatile @Nullable ApiResponse failure;

    private volatile long lastWell;

    // Of the thread that reads.
    private @Nullable Long absentSince;
    private @Nullable Long forbiddenSince;

    KindHealth(Kind<?> kind, LongSupplier nanos) {
        this.kind = kind;
        this.nanos = nanos;
        this.discovered = !kind.of().isOptional();
        this.lastWell = nanos.getAsLong();
    }

    void listed() {
        read = true;
        well();
    }

    /** The API server answers the watch, which tells of all changes from here on. */
    void watching() {
        watching = true;
        well();
    }

    private void well() {
        lastWell = nanos.getAsLong();
        goesOn();
        absent = false;
        refused = false;
        absentSince = null;
        forbiddenSince = null;
    }

    /** The list has brought something, but not ended yet. */
    void goesOn() {
        failure = null;
    }

    /** The watch is over, and is not opened again at once. */
    void down() {
        if (watching) {
            watching = false;
            lastWell = nanos.getAsLong();
        }
    }

    void failed(ApiResponse answer) {
        failure = answer;
        long now = nanos.getAsLong();
        if (isForbidden(answer)) {
            forbiddenSince = Objects.requireNonNullElse(forbiddenSince, now);
        } else if (!answer.asksToWait()) {
            forbiddenSince = null;
        }
        refused = answer.isNotFound() || (forbiddenSince != null && now - forbiddenSince >= REFUSED_AFTER.toNanos());
    }

    /** {@code has} is null if discovery does not say; returns true if the kind counts as absent from now on. */
    boolean discovered(@Nullable Boolean has) {
        if (has == null || has) {
            absent &= has == null;
            discovered |= has != null;
            absentSince = null;
            return false;
        }
        long now = nanos.getAsLong();
        absentSince = Objects.requireNonNullElse(absentSince, now);
        if (absent || (read && now - absentSince < ABSENT_AFTER.toNanos())) {
            return false;
        }
        absent = true;
        return true;
    }

    /** True once all objects have been listed. */
    boolean isRead() {
        return read;
    }

    boolean isAbsent() {
        return absent;
    }

    /** True where a right or the kind is missing, and always has been. */
    boolean isRefused() {
        return refused && !read;
    }

    /** The longest wait before the next try, so that it is soon clear whether a right is missing; null if it is. */
    @Nullable
    Duration undecided() {
        Long since = forbiddenSince;
        return since == null || refused || read
                ? null
                : REFUSED_AFTER.minusNanos(nanos.getAsLong() - since).plusMillis(1);
    }

    /** True where a refusal clearly means a missing right or kind, which an operator should add. */
    boolean isClear() {
        return !absent && discovered && (refused || read);
    }

    static boolean isRefusal(ApiResponse answer) {
        return isForbidden(answer) || answer.isNotFound();
    }

    private static boolean isForbidden(ApiResponse answer) {
        return answer.code() == HttpURLConnection.HTTP_FORBIDDEN;
    }

    KindState state() {
        if (watching) {
            return KindState.WATCHED;
        }
        if (absent) {
            return KindState.ABSENT;
        }
        if (isRefused() && discovered) {
            return KindState.REFUSED;
        }
        if (nanos.getAsLong() - lastWell >= FAILING_AFTER.toNanos()) {
            return KindState.FAILING;
        }
        return read ? KindState.READ : KindState.UNREAD;
    }

    /** The API server's answer while the kind is refused or failing, with what to do; empty if it is neither. */
    Optional<String> trouble() {
        KindState state = state();
        if (state != KindState.REFUSED && state != KindState.FAILING) {
            return Optional.empty();
        }
        ApiResponse now = failure;
        if (now == null || now.code() == 0) {
            return Optional.of(
                    "the API server has not listed " + kind.plural() + " for " + FAILING_AFTER.toSeconds() + " s");
        }
        boolean advised = isForbidden(now) || state == KindState.REFUSED;
        String more = advised ? kind.hint() : OneLine.logged(now.message());
        return Optional.of("the API server answers the list of " + kind.plural() + " with " + now.code()
                + (more.isEmpty() ? "" : ": " + more));
    }

    String words() {
        return switch (state()) {
            case WATCHED -> "watching";
            case READ -> "not watching, last good version in use";
            case ABSENT -> "not a kind of this cluster";
            case UNREAD -> "not read yet";
            case REFUSED, FAILING -> (read ? "not watching: " : "") + trouble().orElse("failing");
        };
    }

    /** Seconds for which the objects may have been out of date; zero while they are known as they are. */
    double ageSeconds() {
        return absent ? 0 : secondsDown();
    }

    double secondsDown() {
        return watching ? 0 : (nanos.getAsLong() - lastWell) / 1e9;
    }
}
