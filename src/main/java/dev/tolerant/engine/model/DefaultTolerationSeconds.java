package dev.tolerant.engine.model;

import static dev.tolerant.engine.model.NodeTaints.NOT_READY;
import static dev.tolerant.engine.model.NodeTaints.UNREACHABLE;

import java.util.ArrayList;
import java.util.List;

/**
 * The API server's DefaultTolerationSeconds: the two tolerations that it appends, with the seconds from its flags
 * (k8s.io/kubernetes, plugin/pkg/admission/defaulttolerationseconds).
 */
public record DefaultTolerationSeconds(Toleration notReady, Toleration unreachable) {

    /**
     * The plugin with the seconds of {@code --default-not-ready-toleration-seconds} and of
     * {@code --default-unreachable-toleration-seconds}.
     */
    public static DefaultTolerationSeconds of(long notReady, long unreachable) {
        return new DefaultTolerationSeconds(
                Toleration.of(NOT_READY, TolerationSeconds.of(notReady)),
                Toleration.of(UNREACHABLE, TolerationSeconds.of(unreachable)));
    }

    /** Whether the toleration equals one of the two, apart from its seconds. */
    public boolean hasShapeOf(Toleration toleration) {
        return toleration.matches(notReady) || toleration.matches(unreachable);
    }

    /** Whether the toleration equals one of the two, seconds included. */
    public boolean contains(Toleration toleration) {
        return toleration.equals(notReady) || toleration.equals(unreachable);
    }

    /** The plugin's own entry for the taint of one that has its shape. */
    public Toleration withItsSeconds(Toleration shaped) {
        return shaped.matches(notReady) ? notReady : unreachable;
    }

    /** The tolerations that the plugin would append to this list. */
    public List<Toleration> missingFrom(List<Toleration> tolerations) {
        List<Toleration> missing = new ArrayList<>(2);
        if (!isSuppressed(tolerations, NOT_READY)) {
            missing.add(notReady);
        }
        if (!isSuppressed(tolerations, UNREACHABLE)) {
            missing.add(unreachable);
        }
        return missing;
    }

    /**
     * Whether an entry stops the plugin from adding its own; the plugin compares key and effect, not operator, value or
     * seconds.
     */
    public static boolean isSuppressed(List<Toleration> tolerations, Taint taint) {
        for (Toleration toleration : tolerations) {
            boolean key = toleration.key().isEmpty() || toleration.key().equals(taint.key());
            boolean effect = toleration.effect() == Effect.ANY || toleration.effect() == taint.effect();
            if (key && effect) {
                return true;
            }
        }
        return false;
    }
}
