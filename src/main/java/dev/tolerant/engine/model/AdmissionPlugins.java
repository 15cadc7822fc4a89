package dev.tolerant.engine.model;

/**
 * The API server's own admission plugins, as far as tolerations depend on them.
 *
 * @param defaults what DefaultTolerationSeconds appends
 * @param override which of the entries that it seems to have appended may get other seconds
 * @param checkWhitelist whether PodTolerationRestriction runs, which refuses a pod for any toleration that the namespace's
 *     whitelist does not cover
 */
public record AdmissionPlugins(DefaultTolerationSeconds defaults, SecondsOverride override, boolean checkWhitelist) {
    /** What PodTolerationRestriction appends to pods that are not BestEffort (plugin/pkg/admission/podtolerationrestriction). */
    public static final Toleration MEMORY_PRESSURE = Toleration.of(NodeTaints.MEMORY_PRESSURE, TolerationSeconds.NEVER);

    /** What ExtendedResourceToleration appends for a resource (plugin/pkg/admission/extendedresourcetoleration). */
    public static Toleration ofResource(String name) {
        return Toleration.exists(name, Effect.NO_SCHEDULE);
    }
}
