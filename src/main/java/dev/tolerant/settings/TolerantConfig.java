package dev.tolerant.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.engine.words.ControlPlane.SecondsOverride;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.LabelSyntax;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.Resources.ResourceNames;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.TrimmedStringConverter;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * The settings, read once at start; a value that cannot be read stops the start with the setting's name. They never change, so
 * threads may share them.
 */
@ConfigMapping(prefix = "tolerant")
public interface TolerantConfig {

    /**
     * {@code enforce} changes and refuses pods; {@code audit} counts what it would do and writes audit annotations.
     */
    @WithDefault("enforce")
    Mode mode();

    /**
     * Whether the cluster accepts the toleration operators {@code Lt} and {@code Gt} (feature gate
     * TaintTolerationComparisonOperators).
     */
    @WithDefault("false")
    boolean comparisonOperators();

    /**
     * Whether the label {@code tolerant.dev/inject: "false"} of a pod stops additions to it; if not, only the label of
     * its namespace does.
     */
    @WithDefault("true")
    boolean podsOptOut();

    /**
     * The Lease, in the namespace that the program runs in, by which replicas elect the one that writes the status of
     * policies and keeps running pods; where it is missing for ten seconds, a replica creates it.
     */
    @WithDefault("tolerant-leader")
    String lease();

    Webhook webhook();

    Rules rules();

    Policies policies();

    Reservations reservations();

    Injections injections();

    /**
     * Names of the ValidatingAdmissionPolicies that the chart has installed with bindings of the same names; with policies from the
     * cluster, the program says in its log and by {@code tolerant_guard_in_force} when one is missing or weakened.
     */
    Optional<List<String>> guards();

    Certificate certificate();

    Limits limits();

    Keeper keeper();

    /** Whether API servers ask the program. */
    interface Webhook {
        /**
         * Whether API servers ask the program about pods; if not, new pods get what they give by themselves
         * ({@code tolerant.injections.enabled}), and no more.
         */
        @WithDefault("true")
        boolean enabled();

        /** Without a webhook: which namespaces' pods are given anything, a label selector in JSON. */
        @WithDefault("{}")
        @WithConverter(SelectorConverter.class)
        LabelSelector namespaceSelector();

        /** Without a webhook: which pods are given anything, a label selector in JSON. */
        @WithDefault("{}")
        @WithConverter(SelectorConverter.class)
        LabelSelector objectSelector();
    }

    /** What happens to pods that run already. */
    interface Keeper {
        /**
         * {@code enforce} gives stored pods what they would get as new ones, as far as the API lets it; {@code audit}
         * reports what it would do; {@code off} reads no pods. With {@code tolerant.mode=audit}, {@code enforce} is
         * {@code audit}.
         */
        @WithDefault("off")
        KeeperMode mode();

        /**
         * The username of the program's own account, such as {@code system:serviceaccount:tolerant:tolerant}, whose
         * updates of pods the webhook neither changes nor refuses; needed unless the mode is {@code off}.
         */
        @WithConverter(TrimmedStringConverter.class)
        Optional<String> account();

        /**
         * How many pods a second are changed where many wait, after up to 200 at once.
         */
        @WithDefault("20")
        int patchesPerSecond();
    }

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
        /** Whether pods get seconds for nodes that are not ready or unreachable. */
        @WithDefault("true")
        boolean enabled();

        /** Seconds that a pod stays on a node that is not ready; with {@code never} it is not evicted. */
        @WithDefault("300")
        @WithConverter(TolerationSecondsConverter.class)
        TolerationSeconds notReady();

        /** Seconds that a pod stays on an unreachable node; with {@code never} it is not evicted. */
        @WithDefault("300")
        @WithConverter(TolerationSecondsConverter.class)
        TolerationSeconds unreachable();

        /**
         * The API server's {@code --default-not-ready-toleration-seconds}, by which the entry that it injects is
         * recognized.
         */
        @WithDefault("300")
        long apiServerNotReady();

        /**
         * The API server's {@code --default-unreachable-toleration-seconds}, by which the entry that it injects is
         * recognized.
         */
        @WithDefault("300")
        long apiServerUnreachable();

        /**
         * Which entries that the API server injected get other seconds, from this rule or a policy: only {@code proven} ones,
         * {@code likely} ones too, or {@code none}. The defaults of a namespace's annotation reach all of them.
         */
        @WithDefault("likely")
        SecondsOverride override();
    }

    /** What pods of DaemonSets get. */
    interface DaemonSet {
        /** Whether pods of DaemonSets get the DaemonSet controller's tolerations. */
        @WithDefault("true")
        boolean enabled();

        /**
         * Seconds that a pod of a DaemonSet stays on a failed node: {@code never} is what the DaemonSet controller
         * gives, a literal {@code 0} evicts at once, and any number is also set in the controller's own entries.
         */
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
        /** Whether pods tolerate the taints named after the extended resources that they request. */
        @WithDefault("true")
        boolean enabled();

        /** Whether a quantity of zero counts as a request, as it does in the API server's plugin. */
        @WithDefault("false")
        boolean countZero();

        /** Extended resources that give their pods no toleration; a name that ends in {@code *} is a prefix. */
        Optional<Set<@WithConverter(ExtendedResourceConverter.class) String>> ignore();

        /**
         * For each resource, the taints that its pods tolerate instead of the one named after it, each as
         * {@code key[=value]:Effect}, without {@code =} whatever its value; name the resource's own key to keep it. A name that ends in
         * {@code *} is a prefix, and the longest counts.
         */
        Map<
                        @WithConverter(ExtendedResourceConverter.class) String,
                        List<@WithConverter(TolerationConverter.class) Toleration>>
                taints();
    }

    /** What a namespace's annotations do. */
    interface NamespaceAnnotations {
        /**
         * Whether a namespace's annotations {@code defaultTolerations} and {@code tolerationsWhitelist} apply to its pods.
         */
        @WithDefault("true")
        boolean enabled();

        /**
         * Whether the API server runs PodTolerationRestriction itself; then only what the namespace's whitelist
         * covers is added, and nothing for which it would drop an entry with other seconds.
         */
        @WithDefault("false")
        boolean apiServerEnforces();
    }

    /** Where policies and namespaces come from. */
    interface Policies {
        /**
         * Where policies and namespaces come from: {@code cluster}, {@code directory}, {@code none}, or {@code auto},
         * which is the cluster if the program runs in one, else the directory if one is set, else none.
         */
        @WithDefault("auto")
        Source source();

        /**
         * A directory of {@code .yaml}, {@code .yml} and {@code .json} files with TolerationPolicy, Namespace and Node
         * objects; the program checks it for changes every second.
         */
        Optional<String> directory();
    }

    /** What policies reserve for their own pods. */
    interface Reservations {
        /**
         * Whether a guard in the API server holds what policies reserve, as the chart installs it; nothing of it is given to the pods of
         * others then, because the guard would refuse them.
         */
        @WithDefault("true")
        boolean enabled();

        /** Names of namespaces that the guard leaves out, beside kube-system. */
        Optional<Set<String>> exemptNamespaces();
    }

    /** What the API server gives new pods by itself. */
    interface Injections {
        /**
         * Whether the program writes the object by which a MutatingAdmissionPolicy of Kubernetes 1.36 gives new pods what it can, as the
         * chart installs it; with {@code tolerant.mode=audit} that object gives nothing.
         */
        @WithDefault("false")
        boolean enabled();
    }

    /** The certificate of the webhook's port. */
    interface Certificate {
        /**
         * {@code none} serves plain HTTP, {@code built-in} a certificate that the program issues and keeps in a
         * Secret, {@code mounted} one from a directory; the last two need
         * {@code quarkus.http.tls-configuration-name=webhook}.
         */
        @WithDefault("none")
        CertificateMode mode();

        /**
         * DNS names and IP addresses that API servers call; the program is not ready with a certificate that lacks
         * one of them.
         */
        Optional<List<String>> hostNames();

        /**
         * Mounted: the directory of {@code tls.crt} and {@code tls.key} in PEM; changed files are served without a
         * restart, unless they do not belong together.
         */
        Optional<String> directory();

        /** Built-in: the namespace of the Secret; by default the one that the program runs in. */
        Optional<String> namespace();

        /** Built-in: the Secret through which the replicas share what they issue; it must exist, and may be empty. */
        Optional<String> secret();

        /** Built-in: the MutatingWebhookConfiguration whose {@code caBundle} the program writes. */
        Optional<String> mutatingWebhookConfiguration();

        /** How often the program checks the mounted files, or its Secret and the registration's {@code caBundle}. */
        @WithDefault("1m")
        Duration pollPeriod();
    }

    /** What clients can make the program hold. */
    interface Limits {
        /**
         * Bytes of request bodies that the program holds at once: a fifth for those of up to 128 KiB, the rest for longer
         * ones, or what objects of the cluster leave of three quarters of the heap.
         */
        @WithDefault("40M")
        MemorySize bodies();

        /**
         * Connections that one address may have open, on all of the program's ports together. Behind a proxy, such as
         * konnectivity, all API servers have one address.
         */
        @WithDefault("256")
        int connectionsPerAddress();
    }

    /** The kinds of sources. */
    enum Source {
        AUTO,
        CLUSTER,
        DIRECTORY,
        NONE
    }

    /** The keeper's mode for pods that run already. */
    enum KeeperMode {
        /** Nothing: it does not read pods. */
        OFF,
        /** It reports what it would change. */
        AUDIT,
        /** It changes pods. */
        ENFORCE;

        /** The effective mode where the program as a whole has this mode: where nothing is enforced, the keeper changes nothing. */
        public KeeperMode under(Mode mode) {
            return this == ENFORCE && mode == Mode.AUDIT ? AUDIT : this;
        }
    }

    /** Where the serving certificate comes from. */
    enum CertificateMode implements Coded {
        /** Nowhere: the program serves plain HTTP, or what Quarkus' own settings say. */
        NONE,
        /** The program issues it itself. */
        BUILT_IN,
        /** Another program puts it into a directory. */
        MOUNTED;

        /** The value as the settings write it. */
        @Override
        public String toString() {
            return code();
        }
    }

    /** Reads a whole number of seconds or {@code never}. */
    class TolerationSecondsConverter implements Converter<TolerationSeconds> {
        @Override
        public TolerationSeconds convert(String text) {
            return TolerationSeconds.parse(text.trim());
        }
    }

    /** Reads the name of an extended resource, or a prefix of such names that ends in {@code *}. */
    class ExtendedResourceConverter implements Converter<String> {
        @Override
        public String convert(String text) {
            String name = text.trim();
            if (!ResourceNames.namesExtended(name)) {
                throw new IllegalArgumentException("in tolerant.rules.extended-resources, '" + name
                        + "' names no extended resource, so that it would do nothing: write a name with a domain that is not"
                        + " Kubernetes' own, such as nvidia.com/gpu, or nvidia.com/mig-* for all that begin so");
            }
            return name;
        }
    }

    /** Reads a setting that is a taint, {@code key[=value]:Effect}, as {@code kubectl taint} takes it. */
    public static class TaintConverter implements Converter<Taint> {
        private static final Pattern TAINT = Pattern.compile("([^=]*)(?:=(.*))?:([^:]*)");

        @Override
        public Taint convert(String text) {
            Matcher parts = TAINT.matcher(text.trim());
            if (parts.matches()) {
                String value = Objects.requireNonNullElse(parts.group(2), "");
                Effect effect = Effect.of(parts.group(3));
                boolean fits = LabelSyntax.isName(parts.group(1)) && LabelSyntax.isValue(value);
                if (fits && effect != Effect.ANY && effect != Effect.UNKNOWN) {
                    return new Taint(parts.group(1), value, effect);
                }
            }
            throw new IllegalArgumentException("'" + text.trim()
                    + "' is not a taint: write key[=value]:Effect, with NoSchedule, PreferNoSchedule or NoExecute");
        }
    }

    /** Reads a label selector as objects of the API have it. */
    class SelectorConverter implements Converter<LabelSelector> {
        private static final Set<String> FIELDS = Set.of("matchLabels", "matchExpressions");

        @Override
        public LabelSelector convert(String text) {
            try {
                JsonNode selector = TreeReader.read(text.getBytes(StandardCharsets.UTF_8), Mask.allBut());
                if (selector.isObject()
                        && selector.properties().stream().allMatch(field -> FIELDS.contains(field.getKey()))) {
                    return PolicyReader.selector(selector);
                }
            } catch (IOException notJson) {
                // Neither is it a selector.
            }
            throw new IllegalArgumentException("write a label selector in JSON, with matchLabels and matchExpressions");
        }
    }

    /** Reads {@code key=value:Effect} as a toleration of that taint, and {@code key:Effect} as one of any value. */
    class TolerationConverter implements Converter<Toleration> {
        @Override
        public Toleration convert(String text) {
            Taint taint = new TaintConverter().convert(text);
            return text.contains("=") ? Toleration.exactly(taint) : Toleration.exists(taint.key(), taint.effect());
        }
    }
}
