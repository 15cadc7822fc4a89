package dev.tolerant.server.cluster;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicyMode;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.settings.GuardConditions;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Optional;

/**
 * What the program knows of its own validating registration, without which an API server enforces no restriction; it is
 * watched only while a policy restricts anything.
 */
final class Registrations implements AutoCloseable {
    static final String PLURAL = "validatingwebhookconfigurations";

    private static final String WAY_OUT = "grant list and watch of " + PLURAL + ".admissionregistration.k8s.io";

    private final KubernetesClient client;
    private final boolean audit;
    private final SourceMetrics metrics;
    private final Facts<ValidatingWebhookConfiguration, Registration> registrations;
    private final NeededKind<ValidatingWebhookConfiguration> kind;

    // Touched by the caller of hasChanged() alone.
    private Optional<Observation> last = Optional.empty();

    /**
     * @param audit whether the program refuses nothing
     * @param known the conditions that leave out only what no restriction concerns
     */
    Registrations(KubernetesClient client, boolean audit, GuardConditions known, SourceMetrics metrics) {
        this.client = client;
        this.audit = audit;
        this.metrics = metrics;
        this.registrations = new Facts<>(
                ValidatingWebhookConfiguration::new, configuration -> Registration.of(configuration, known));
        this.kind = new NeededKind<>(this::watch, registrations);
    }

    private WatchedKind<ValidatingWebhookConfiguration> watch() {
        return new WatchedKind<>(PLURAL, WAY_OUT, this::informer, WatchedKind.carryingNothing(), metrics);
    }

    private SharedIndexInformer<ValidatingWebhookConfiguration> informer() {
        return client.admissionRegistration()
                .v1()
                .validatingWebhookConfigurations()
                .runnableInformer(0)
                .itemStore(registrations.items());
    }

    /** Starts or stops the watch as these policies, which are in force from now on, need it. */
    void follow(PolicySet policies) {
        kind.need(policies.policies().stream().anyMatch(Registrations::restricts));
    }

    private static boolean restricts(Policy policy) {
        return policy.restriction() != null;
    }

    /** What there is to say about a policy that restricts anything; empty while it cannot be known. */
    Optional<Observation> of(Policy policy) {
        if (policy.mode() != PolicyMode.ENFORCE) {
            return Optional.of(Observation.fails("PolicyMode", "a policy refuses nothing unless spec.mode is Enforce"));
        }
        if (audit) {
            return Optional.of(Observation.fails(
                    "AuditMode", "the program refuses nothing while tolerant.mode is audit; set it to enforce"));
        }
        return kind.watched().flatMap(this::enforcement);
    }

    private Optional<Observation> enforcement(WatchedKind<ValidatingWebhookConfiguration> watched) {
        if (watched.isWatching()) {
            return Optional.of(Registration.enforcement(registrations.byName().values().stream()));
        }
        // While the watch is down for another reason, what was said before stays the best guess.
        return watched.isRefusedNow()
                ? Optional.of(Observation.unknown(
                        "NotReadable",
                        "the program may not read " + PLURAL + ", and so cannot know whether the API server asks it: "
                                + WAY_OUT))
                : Optional.empty();
    }

    /** Renews the watch if need be; to be called every second or so. */
    void look() {
        kind.look();
    }

    /** Whether there is something else to say about policies than at the last call. */
    boolean hasChanged() {
        Optional<Observation> now = kind.watched().flatMap(this::enforcement);
        boolean changed = now.isPresent() && !now.equals(last);
        last = now;
        return changed;
    }

    /** The state of the watch in words; empty while there is none. */
    Optional<String> state() {
        return kind.watched().map(WatchedKind::state);
    }

    @Override
    public void close() {
        kind.close();
    }
}
