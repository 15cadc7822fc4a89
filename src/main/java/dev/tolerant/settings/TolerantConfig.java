package dev.tolerant.settings;

import dev.tolerant.core.pod.SecondsOverride;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.TolerationSeconds;
import dev.tolerant.review.Mode;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The settings, read once at start; a value that cannot be read stops the start with the setting's name. */
@ConfigMapping(prefix = "tolerant")
public interface TolerantConfig {

    /** {@code enforce} patches and refuses pods; {@code audit} decides, counts and annotates, and leaves pods alone. */
    @WithDefault("enforce")
    Mode mode();

    /** Whether the cluster accepts {@code Lt} and {@code Gt} (TaintTolerationComparisonOperators). */
    @WithDefault("false")
    boolean comparisonOperators();

    Rules rules();

    Policies policies();

    Certificate certificate();

    Page page();

    /** The built-in rules. */
    interface Rules {
        NodeFailure nodeFailure();

        DaemonSet daemonSet();

        MemoryPressure memoryPressure();

        ExtendedResources extendedResources();

        NamespaceAnnotations namespaceAnnotations();
    }

    /** How long pods stay on a node that is not ready or unreachable. */
    interface NodeFailure {
        /** Whether pods get tolerations of not-ready and unreachable nodes. */
        @WithDefault("true")
        boolean enabled();

        /** Seconds that a pod stays on a node that is not ready, or {@code never} for never evicted. */
        @WithDefault("300")
        @WithConverter(TolerationSecondsConverter.class)
        TolerationSeconds notReady();

        /** Seconds that a pod stays on an unreachable node, or {@code never} for never evicted. */
        @WithDefault("300")
        @WithConverter(TolerationSecondsConverter.class)
        TolerationSeconds unreachable();

        /** The API server's own {@code --default-not-ready-toleration-seconds}, by which its entry is known. */
        @WithDefault("300")
        long apiServerNotReady();

        /** The API server's own {@code --default-unreachable-toleration-seconds}, by which its entry is known. */
        @WithDefault("300")
        long apiServerUnreachable();

        /** Which entries of the API server get these seconds: the {@code proven}, also the {@code likely}, or {@code none}. */
        @WithDefault("proven")
        SecondsOverride override();
    }

    /** What pods of DaemonSets get. */
    interface DaemonSet {
        /** Whether pods of DaemonSets get the DaemonSet controller's tolerations. */
        @WithDefault("true")
        boolean enabled();

        /** Seconds that a DaemonSet's pod stays on a failed node; {@code never} keeps it there, {@code 0} evicts it at once. */
        @WithDefault("never")
        @WithConverter(TolerationSecondsConverter.class)
        TolerationSeconds seconds();
    }

    /** What pods get that are not BestEffort. */
    interface MemoryPressure {
        /** Whether pods that are not BestEffort tolerate memory pressure. */
        @WithDefault("true")
        boolean enabled();
    }

    /** What pods get that ask for devices. */
    interface ExtendedResources {
        /** Whether pods tolerate the taints named like the extended resources that they ask for. */
        @WithDefault("true")
        boolean enabled();

        /** Whether a quantity of zero counts as asking, as it does in the API server's plugin. */
        @WithDefault("false")
        boolean countZero();

        /** Resources that give nothing, separated by commas. */
        Optional<Set<String>> ignore();

        /** Taints that a resource's pods tolerate instead of the one named like it: {@code key[=value]:Effect}, separated by commas. */
        Map<String, List<@WithConverter(TaintConverter.class) Taint>> taints();
    }

    /** What a namespace's annotations do. */
    interface NamespaceAnnotations {
        /** Whether {@code defaultTolerations}, {@code tolerationsWhitelist} and {@code node-selector} are obeyed. */
        @WithDefault("true")
        boolean enabled();

        /** Whether the API server runs PodTolerationRestriction: then only what its whitelist covers is added. */
        @WithDefault("false")
        boolean apiServerEnforces();
    }

    /** Where policies and namespaces come from. */
    interface Policies {
        /** {@code cluster}, {@code directory}, {@code none}, or {@code auto}: the cluster inside one, else the directory when one is given, else none. */
        @WithDefault("auto")
        Source source();

        /** A directory of {@code .yaml}, {@code .yml} and {@code .json} files with TolerationPolicy and Namespace objects; it is watched. */
        Optional<String> directory();
    }

    /** The certificate of the webhook's port. */
    interface Certificate {
        /** {@code none} for plain HTTP, {@code built-in} for one that the program issues itself, {@code mounted} for one in a directory; both need {@code quarkus.http.tls-configuration-name=webhook}. */
        @WithDefault("none")
        CertificateMode mode();

        /** The DNS names and IP addresses under which API servers call; a certificate that is not for all of them is not ready. */
        Optional<List<String>> hostNames();

        /** The directory with {@code tls.crt} and {@code tls.key} in PEM. */
        Optional<String> directory();

        /** The namespace of the Secret; the program's own if it is not given. */
        Optional<String> namespace();

        /** The Secret in which the replicas keep what they issue; it must exist, and may be empty. */
        Optional<String> secret();

        /** The MutatingWebhookConfiguration whose {@code caBundle} is written. */
        Optional<String> mutatingWebhookConfiguration();

        /** The ValidatingWebhookConfiguration whose {@code caBundle} is written. */
        Optional<String> validatingWebhookConfiguration();

        /** How often the directory, or the Secret and the configurations, are looked at. */
        @WithDefault("1m")
        Duration pollPeriod();
    }

    /** The playground. */
    interface Page {
        /** Whether it is served: on {@code /} of the webhook's port in dev mode, of the management port otherwise. */
        @WithDefault("false")
        boolean enabled();
    }

    /** The kinds of sources. */
    enum Source {
        AUTO,
        CLUSTER,
        DIRECTORY,
        NONE
    }
}
