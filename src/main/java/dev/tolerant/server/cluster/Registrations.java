package dev.tolerant.server.cluster;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicyMode;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.observed.registration.Guard;
import dev.tolerant.observed.registration.GuardConditions;
import dev.tolerant.observed.registration.Webhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the program knows of its own validating registration, without which an API server enforces no restriction; it is
 * watched only while a policy restricts anything.
 */
final class Registrations implements AutoCloseable {
    static final String PLURAL = "validatingwebhookconfigurations";

    private static final String WAY_OUT = "grant list and watch of " + PLURAL + ".admissionregistration.k8s.io";

    private static final Observation NONE = Observation.fails(
            "NoRegistration",
            "no ValidatingWebhookConfiguration has a webhook of the program: set restrictions.enabled=true in the chart's"
                    + " values, or register /validate by hand as validate.tolerant.dev");

    private final KubernetesClient client;
    private final boolean audit;
    private final SourceMetrics metrics;
    private final Facts<ValidatingWebhookConfiguration, List<Guard>> registrations;
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
        this.registrations =
                new Facts<>(ValidatingWebhookConfiguration::new, configuration -> guards(configuration, known));
        this.kind = new NeededKind<>(this::watch, registrations);
    }

    static Optional<List<Guard>> guards(ValidatingWebhookConfiguration configuration, GuardConditions known) {
        List<Guard> guards = Webhook.in(Serialization.jsonMapper().valueToTree(configuration)).stream()
                .flatMap(webhook -> Guard.of(webhook, known).stream())
                .toList();
        return guards.isEmpty() ? Optional.empty() : Optional.of(guards);
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
        return policy.reserve() != null;
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
            return Optional.of(
                    enforcement(registrations.byName().values().stream().flatMap(List::stream)));
        }
        // While the watch is down for another reason, what was said before stays the best guess.
        return watched.isRefusedNow()
                ? Optional.of(Observation.unknown(
                        "NotReadable",
                        "the program may not read " + PLURAL + ", and so cannot know whether the API server asks it: "
                                + WAY_OUT))
                : Optional.empty();
    }

    /** What several guards do together: the best one decides. */
    static Observation enforcement(Stream<Guard> guards) {
        return Guard.best(guards).map(Registrations::enforcement).orElse(NONE);
    }

    private static Observation enforcement(Guard guard) {
        if (!guard.isComplete()) {
            return Observation.fails(
                    "IncompleteRegistration",
                    "the webhook " + guard.webhook().title() + " is no guard: " + String.join("; ", guard.missing()));
        }
        return guard.unknown().isEmpty()
                ? Observation.holds("Registered", guard.covered())
                : Observation.unknown("UnknownConditions", guard.covered());
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
