package dev.tolerant.setup;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.rule.Injector;
import dev.tolerant.engine.rule.ReservedOffers;
import dev.tolerant.engine.rule.Rule;
import dev.tolerant.engine.rule.Rule.DaemonSet;
import dev.tolerant.engine.rule.Rule.ExtendedResources;
import dev.tolerant.engine.rule.Rule.MemoryPressure;
import dev.tolerant.engine.rule.Rule.NamespaceAnnotations;
import dev.tolerant.engine.rule.Rule.NodeFailure;
import dev.tolerant.engine.rule.Rule.Policies;
import dev.tolerant.engine.rule.Rule.SwitchedOff;
import dev.tolerant.engine.rule.Situation.OptOut;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.Injections.ResourceRule;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.settings.TolerantConfig.KeeperMode;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Makes the engine, and what else the program runs on, from the settings. */
@Dependent
public class EngineFactory {

    @Produces
    @Singleton
    Engine engine(TolerantConfig config) {
        return of(config);
    }

    @Produces
    @Singleton
    TolerationRules tolerationRules(TolerantConfig config) {
        return new TolerationRules(config.comparisonOperators());
    }

    @Produces
    @Singleton
    Injections.Rules injectionRules(TolerantConfig config) {
        return injected(config);
    }

    /** For those who run many of it, and compare its version, Java's and the mode. */
    @Produces
    @Singleton
    MeterBinder about(TolerantConfig config, @ConfigProperty(name = "quarkus.application.version") String version) {
        return registry -> {
            Gauge.builder("tolerant.build.info", () -> 1)
                    .description("The program's version, and Java's")
                    .tag("version", version)
                    .tag("java", Runtime.version().toString())
                    .register(registry);
            Gauge.builder("tolerant.mode", () -> 1)
                    .description("The mode that the settings ask for")
                    .tag("mode", config.mode().name().toLowerCase(Locale.ROOT))
                    .register(registry);
        };
    }

    public static Engine of(TolerantConfig config) {
        Injector injector = new Injector(
                plugins(config),
                config.podsOptOut() ? OptOut.PODS_AND_NAMESPACES : OptOut.NAMESPACES,
                new ReservedOffers(
                        config.reservations().enabled(),
                        config.reservations().exemptNamespaces().orElse(Set.of())),
                rules(config.rules()));
        Engine made = new Engine(injector, config.mode());
        Engine engine = config.webhook().enabled() ? made : made.unserved();
        return config.keeper().mode() == KeeperMode.OFF
                ? engine
                : engine.withKeeper(config.keeper()
                        .account()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "tolerant.keeper.account must be set to the username of the program's own account,"
                                        + " because tolerant.keeper.mode is not off")));
    }

    private static AdmissionPlugins plugins(TolerantConfig config) {
        return new AdmissionPlugins(
                defaults(config),
                config.rules().nodeFailure().override(),
                config.rules().namespaceAnnotations().apiServerEnforces());
    }

    /** The part of these settings that the API server can apply by itself; in audit it applies nothing. */
    public static Injections.Rules injected(TolerantConfig config) {
        return config.mode() == Mode.AUDIT ? Injections.Rules.NONE : enforced(config);
    }

    public static Injections.Rules enforced(TolerantConfig config) {
        TolerantConfig.Rules rules = config.rules();
        boolean seconds = rules.nodeFailure().enabled();
        return new Injections.Rules(
                plugins(config),
                seconds
                        ? new Policy.NodeFailure(
                                rules.nodeFailure().notReady(),
                                rules.nodeFailure().unreachable())
                        : Policy.NodeFailure.UNSAID,
                rules.namespaceAnnotations().enabled(),
                rules.memoryPressure().enabled(),
                rules.extendedResources().enabled()
                        ? ResourceRule.of(
                                rules.extendedResources().countZero(),
                                rules.extendedResources().ignore().orElse(Set.of()),
                                rules.extendedResources().taints())
                        : null);
    }

    public static DefaultTolerationSeconds defaults(TolerantConfig config) {
        TolerantConfig.NodeFailure nodeFailure = config.rules().nodeFailure();
        return DefaultTolerationSeconds.of(nodeFailure.apiServerNotReady(), nodeFailure.apiServerUnreachable());
    }

    private static List<Rule> rules(TolerantConfig.Rules rules) {
        TolerantConfig.NodeFailure nodeFailure = rules.nodeFailure();
        TolerantConfig.DaemonSet daemonSet = rules.daemonSet();
        TolerantConfig.ExtendedResources resources = rules.extendedResources();
        return List.of(
                new Policies(),
                rule(rules.namespaceAnnotations().enabled(), new NamespaceAnnotations()),
                rule(daemonSet.enabled(), new DaemonSet(daemonSet.seconds())),
                rule(nodeFailure.enabled(), new NodeFailure(nodeFailure.notReady(), nodeFailure.unreachable())),
                rule(rules.memoryPressure().enabled(), new MemoryPressure()),
                rule(
                        resources.enabled(),
                        new ExtendedResources(
                                resources.countZero(), resources.ignore().orElse(Set.of()), resources.taints())));
    }

    private static Rule rule(boolean enabled, Rule rule) {
        return enabled ? rule : new SwitchedOff(rule.id());
    }
}
