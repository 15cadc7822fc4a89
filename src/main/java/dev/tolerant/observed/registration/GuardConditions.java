package dev.tolerant.observed.registration;

import dev.tolerant.engine.controlplane.NodeTaints;
import dev.tolerant.settings.TolerantConfig;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The matchConditions that the chart gives the webhook of {@code /validate}, known by their text, and the pods that each
 * leaves out because no restriction could refuse them. A condition with any other text leaves out nobody knows what.
 */
public final class GuardConditions {
    /** The name of the condition that depends on the settings. */
    public static final String COULD_BE_RESTRICTED = "could-be-restricted";

    private static final String NOT_A_MIRROR_POD = """
            !(has(object.metadata.annotations)
            && 'kubernetes.io/config.mirror' in object.metadata.annotations
            && has(request.userInfo.groups) && 'system:nodes' in request.userInfo.groups
            && request.userInfo.username.startsWith('system:node:'))
            """;
    private static final String TOLERATIONS_CHANGED = """
            request.operation != 'UPDATE'
            || has(object.spec.tolerations) != has(oldObject.spec.tolerations)
            || (has(object.spec.tolerations) && object.spec.tolerations != oldObject.spec.tolerations)
            """;
    private static final String PLAIN = """
            request.operation != 'CREATE' || request.kind.kind != 'Pod'
            || has(object.spec.nodeName)%s
            || (has(object.spec.tolerations) && !object.spec.tolerations.all(t, size(t) == 4
            && has(t.key) && has(t.operator) && has(t.effect) && has(t.tolerationSeconds)
            && t.operator == 'Exists' && t.effect == 'NoExecute'
            && ((t.key == '%s' && t.tolerationSeconds == %d)
            || (t.key == '%s' && t.tolerationSeconds == %d))))
            """;
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final String plain;
    private final boolean nodeSelectors;

    private GuardConditions(long notReady, long unreachable, boolean nodeSelectors) {
        this.nodeSelectors = nodeSelectors;
        this.plain = PLAIN.formatted(
                nodeSelectors ? " || has(object.spec.nodeSelector)" : "",
                NodeTaints.NOT_READY.key(),
                notReady,
                NodeTaints.UNREACHABLE.key(),
                unreachable);
    }

    /** The conditions of a release with these settings. */
    public static GuardConditions of(TolerantConfig config) {
        TolerantConfig.NodeFailure seconds = config.rules().nodeFailure();
        return new GuardConditions(
                seconds.apiServerNotReady(),
                seconds.apiServerUnreachable(),
                config.rules().namespaceAnnotations().enabled());
    }

    /** Whether it is the condition that leaves out plain new pods, as these settings want it. */
    public boolean isOfPlainPods(String expression) {
        return isSame(expression, plain);
    }

    /** What the condition leaves out, as a noun; empty if it is none of these. */
    public Optional<String> leftOut(String expression) {
        if (isOfPlainPods(expression)) {
            return Optional.of("new pods that tolerate only what the API server has every pod tolerate and name no node"
                    + (nodeSelectors ? " or nodeSelector" : ""));
        }
        if (isSame(expression, TOLERATIONS_CHANGED)) {
            return Optional.of("updates that leave the tolerations as they are");
        }
        return isSame(expression, NOT_A_MIRROR_POD) ? Optional.of("mirror pods that a node makes") : Optional.empty();
    }

    /** YAML folds lines, which changes nothing: no text of these has space within quotes. */
    private static boolean isSame(String expression, String known) {
        return folded(expression).equals(folded(known));
    }

    private static String folded(String expression) {
        return SPACE.matcher(expression.strip()).replaceAll(" ");
    }
}
