package dev.tolerant.engine.words;

import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.DaemonSetController;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.Resources.ResourceNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plugins by which the API server gives a new pod tolerations before it asks a webhook, in this order: DefaultTolerationSeconds,
 * PodTolerationRestriction, ExtendedResourceToleration, RuntimeClass, MutatingAdmissionPolicy (k8s.io/kubernetes, plugin/pkg/admission).
 * Explanations apply them, {@link Origins} finds what they have put at the end of a list, and whitelists leave what they give.
 *
 * @param restricted the namespace for which PodTolerationRestriction runs, and merges its defaults into the list; null if it does not
 * @param ofRuntimeClass that RuntimeClass merges into the list; null if it merges nothing
 * @param ofPolicies that the program's own MutatingAdmissionPolicy may have given, which also sets the seconds of an entry that is in no
 *     list of a client; the program may append the same, which must not change what a second review says
 */
public record PodPlugins(
        PodFacts pod,
        DefaultTolerationSeconds defaults,
        @Nullable NamespaceFacts restricted,
        @Nullable List<Toleration> ofRuntimeClass,
        Set<Toleration> ofPolicies) {

    public static PodPlugins of(
            AdmissionPlugins plugins,
            PodFacts pod,
            NamespaceFacts namespace,
            @Nullable List<Toleration> ofRuntimeClass,
            Set<Toleration> ofPolicies) {
        NamespaceFacts restricted = plugins.checkWhitelist() ? namespace : null;
        return new PodPlugins(pod, plugins.defaults(), restricted, ofRuntimeClass, ofPolicies);
    }

    /** Without those that look at other objects than the pod. */
    public static PodPlugins alone(PodFacts pod, DefaultTolerationSeconds defaults) {
        return new PodPlugins(pod, defaults, null, null, Set.of());
    }

    /**
     * The list that a webhook sees of a new pod whose client has sent this one. ExtendedResourceToleration is not among them, because no
     * setting says that it runs, nor is MutatingAdmissionPolicy.
     */
    public List<Toleration> addedTo(List<Toleration> sent) {
        List<Toleration> list = new ArrayList<>(sent);
        list.addAll(defaults.missingFrom(sent));
        if (restricted != null && AdmissionPlugins.isMerged(pod, restricted)) {
            list.addAll(restricted.defaults());
            list.addAll(ofPressure());
            list = Toleration.merged(list);
        }
        if (ofRuntimeClass == null) {
            return list;
        }
        list.addAll(ofRuntimeClass);
        return Toleration.merged(list);
    }

    /** True of what Kubernetes gives this pod by itself, as far as that can be computed and whatever settings switch off. */
    public boolean give(Toleration toleration) {
        return defaults.contains(toleration)
                || (ofRuntimeClass != null && ofRuntimeClass.contains(toleration))
                || ofPressure().contains(toleration)
                || (pod.isDaemonSetPod()
                        && DaemonSetController.tolerations(pod.hostNetwork()).contains(toleration))
                || (isOfResource(toleration) && pod.resources().askFor(toleration.key()));
    }

    /** Of what RuntimeClass merged it has merged all, so it gave nothing where one is not there. */
    Set<Toleration> merged() {
        List<Toleration> list = pod.tolerations();
        return ofRuntimeClass != null
                        && ofRuntimeClass.stream()
                                .allMatch(each -> list.stream().anyMatch(entry -> entry.shadows(each)))
                ? Set.copyOf(ofRuntimeClass)
                : Set.of();
    }

    /** Without the namespace's where one covers one of the API server's pair, which PodTolerationRestriction would have dropped. */
    Set<Toleration> ofRestriction() {
        if (restricted == null) {
            return Set.of();
        }
        Set<Toleration> given = new HashSet<>(
                restricted.defaults().stream().anyMatch(defaults::isCoveredBy) ? List.of() : restricted.defaults());
        given.addAll(ofPressure());
        return given;
    }

    /**
     * The length of the pod's list without the last entries that may come from others than DefaultTolerationSeconds.
     *
     * @param ofClass {@link #merged}
     * @param ofRestriction {@link #ofRestriction}
     */
    int endOfDefaults(Set<Toleration> ofClass, Set<Toleration> ofRestriction) {
        List<Toleration> list = pod.tolerations();
        int end = list.size();
        while (end > 0) {
            Toleration last = list.get(end - 1);
            boolean mayBeLater = ofPolicies.contains(last)
                    || ofClass.contains(last)
                    || ofRestriction.contains(last)
                    || (isOfResource(last) && pod.resources().name(last.key()))
                    || ofPressure().contains(last);
            if (!mayBeLater || defaults.contains(last)) {
                break;
            }
            end--;
        }
        return end;
    }

    private List<Toleration> ofPressure() {
        return pod.resources().areBestEffort() ? List.of() : List.of(AdmissionPlugins.MEMORY_PRESSURE);
    }

    private static boolean isOfResource(Toleration toleration) {
        return ResourceNames.isExtended(toleration.key())
                && toleration.equals(AdmissionPlugins.ofResource(toleration.key()));
    }
}
