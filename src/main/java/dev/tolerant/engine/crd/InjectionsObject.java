package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.policy.Match.Criteria;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.Injections.Given;
import dev.tolerant.engine.standing.Injections.GivenTo;
import dev.tolerant.engine.standing.Injections.ResourceRule;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.SecondsOverride;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Owner;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The object {@code Injections}, by which the API server gives new pods what it can give by itself; the program alone writes it. */
@Group("tolerant.dev")
@Version("v1alpha1")
@Kind("Injections")
@Singular("injections")
@Plural("injections")
public class InjectionsObject extends CustomResource<InjectionsObject.Spec, Void> {
    /** The only name that the API server reads. */
    public static final String NAME = "current";

    /** A policy of the API server that reads another form gives nothing. */
    private static final String FORM = "2";

    private static final String EVERY = "*";
    private static final ResourceRule NO_RESOURCES = new ResourceRule(false, Set.of(), List.of(), Set.of());
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * {@link Injections} as an object; every field is there, because an expression that finds none ends in an error, and the pod gets nothing.
     * Each policy is filed under one label that its namespaces, or else its pods, must have, by key and value.
     */
    public record Spec(
            String form,
            RulesSpec rules,
            Map<String, Map<String, List<String>>> byNamespaceLabel,
            Map<String, Map<String, List<String>>> byPodLabel,
            List<String> always,
            Map<String, PolicySpec> policies,
            Map<String, NamespaceSpec> namespaces,
            Map<String, WhitelistSpec> whitelists) {

        /** True where it has what the API server asks of a stored one; what somebody else writes may have nothing. */
        public boolean hasItsParts() {
            return Stream.of(rules, policies, namespaces).allMatch(Objects::nonNull);
        }

        /** The namespaces by whose whitelists pods are judged; empty in objects of other versions. */
        public Map<String, NamespaceFacts> judged() {
            Map<String, WhitelistSpec> all = Objects.requireNonNullElse(whitelists, Map.of());
            return all.keySet().stream().collect(Collectors.toMap(name -> name, NamespaceFacts::plain));
        }

        /**
         * All tolerations that pods may get, but those whose value a namespace has; a taint of failed nodes with each number of seconds.
         */
        public Set<Toleration> tolerations() {
            Set<Toleration> all = new HashSet<>();
            add(all, List.of(), rules.notReady(), rules.unreachable());
            rules.instead().forEach(each -> add(all, each.tolerations(), "", ""));
            policies.values().forEach(each -> add(all, each.tolerations(), each.notReady(), each.unreachable()));
            namespaces.values().forEach(each -> add(all, each.tolerations(), each.notReady(), each.unreachable()));
            return all;
        }

        private static void add(Set<Toleration> all, List<TolerationSpec> given, String notReady, String unreachable) {
            given.stream().filter(each -> each.from().isEmpty()).forEach(each -> all.add(each.toleration()));
            add(all, NodeTaints.NOT_READY, notReady);
            add(all, NodeTaints.UNREACHABLE, unreachable);
        }

        private static void add(Set<Toleration> all, Taint taint, String seconds) {
            if (!seconds.isEmpty()) {
                all.add(Toleration.of(taint, TolerationSeconds.parse(seconds)));
            }
        }
    }

    /** The settings; seconds are a number, {@code never}, or empty where they give none. */
    public record RulesSpec(
            String notReady,
            String unreachable,
            List<InjectedSpec> injected,
            boolean override,
            boolean likely,
            List<TolerationSpec> notBestEffort,
            boolean extendedResources,
            boolean countZero,
            List<NameSpec> ignored,
            List<InsteadSpec> instead,
            List<String> left) {}

    public record InjectedSpec(String key, String operator, String effect, long tolerationSeconds) {}

    public record NameSpec(String name, boolean prefix) {}

    public record InsteadSpec(String name, boolean prefix, List<TolerationSpec> tolerations) {}

    public record PolicySpec(
            int rank,
            CriteriaSpec match,
            List<CriteriaSpec> exclude,
            List<String> valuesFrom,
            List<TolerationSpec> tolerations,
            List<RequiredSpec> required,
            List<PreferenceSpec> preferred,
            String notReady,
            String unreachable) {}

    public record CriteriaSpec(
            Map<String, String> labels,
            List<RequirementSpec> expressions,
            Map<String, String> podLabels,
            List<RequirementSpec> podExpressions,
            List<String> ownerKinds,
            List<String> resources,
            List<String> priorityClassNames) {}

    public record RequirementSpec(String key, String operator, List<String> values) {}

    /** A toleration; where {@code from} is not empty, its value is that label's of the namespace. */
    public record TolerationSpec(
            String key, String operator, String value, String effect, String seconds, String from) {
        private Toleration toleration() {
            return Toleration.written(key, operator, value, effect, seconds.isEmpty() ? null : Long.valueOf(seconds));
        }
    }

    /** A requirement on nodes; {@code from} as for tolerations. */
    public record RequiredSpec(String key, String operator, List<String> values, String from) {}

    public record PreferenceSpec(int weight, List<RequirementSpec> requirements) {}

    /** The tolerations of a namespace's annotations; where it is {@code left} to the program, its pods get nothing. */
    public record NamespaceSpec(boolean left, List<TolerationSpec> tolerations, String notReady, String unreachable) {}

    /** The whitelist of a namespace, as long as it has these labels and annotations. */
    public record WhitelistSpec(
            Map<String, String> labels, Map<String, String> annotations, List<TolerationSpec> tolerations) {}

    public InjectionsObject() {
        getMetadata().setName(NAME);
    }

    @Override
    protected @Nullable Spec initSpec() {
        return null;
    }

    public static InjectionsObject of(Injections injections) {
        Map<String, PolicySpec> policies = new TreeMap<>();
        injections.policies().forEach((name, given) -> policies.put(name, policy(given)));
        Map<String, NamespaceSpec> namespaces = new TreeMap<>();
        injections.namespaces().forEach((name, given) -> namespaces.put(name, namespace(given)));
        Map<String, WhitelistSpec> whitelists = new TreeMap<>();
        injections.whitelists().forEach((name, own) -> whitelists.put(name, whitelist(own)));
        Index index = Index.of(injections.policies());
        InjectionsObject object = new InjectionsObject();
        object.setSpec(new Spec(
                FORM,
                rules(injections.rules()),
                index.byNamespaceLabel(),
                index.byPodLabel(),
                index.always(),
                policies,
                namespaces,
                whitelists));
        return object;
    }

    /**
     * @throws IllegalArgumentException if a stored object has not the form that its schema asks for
     */
    public static InjectionsObject read(Object object) {
        return JSON.convertValue(object, InjectionsObject.class);
    }

    /** Has the object go with this MutatingAdmissionPolicy, without which nothing would keep it up to date. */
    public void setOwner(String policy, String uid) {
        getMetadata()
                .setOwnerReferences(List.of(new OwnerReferenceBuilder()
                        .withApiVersion("admissionregistration.k8s.io/v1")
                        .withKind("MutatingAdmissionPolicy")
                        .withName(policy)
                        .withUid(uid)
                        .build()));
    }

    public boolean isOf(String uid) {
        return getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> owner.getUid().equals(uid));
    }

    /** Files each policy under the label that the fewest of them share. */
    private record Index(
            Map<String, Map<String, List<String>>> byNamespaceLabel,
            Map<String, Map<String, List<String>>> byPodLabel,
            List<String> always) {

        static Index of(Map<String, Given> policies) {
            Map<Map.Entry<String, String>, Integer> shared = LabelSelector.shared(
                    policies.values().stream().map(given -> criteria(given).namespaceSelector()));
            Index index = new Index(new TreeMap<>(), new TreeMap<>(), new ArrayList<>());
            policies.forEach((name, given) -> index.file(name, criteria(given), shared));
            return index;
        }

        private static Criteria criteria(Given given) {
            return given.policy().match().criteria();
        }

        private void file(String name, Criteria criteria, Map<Map.Entry<String, String>, Integer> shared) {
            if (!file(name, criteria.namespaceSelector().rarest(shared), byNamespaceLabel)
                    && !file(name, criteria.podSelector().rarest(Map.of()), byPodLabel)) {
                always.add(name);
            }
        }

        private static boolean file(
                String name, List<Map.Entry<String, String>> labels, Map<String, Map<String, List<String>>> filed) {
            labels.forEach(label -> filed.computeIfAbsent(label.getKey(), any -> new TreeMap<>())
                    .computeIfAbsent(label.getValue(), any -> new ArrayList<>())
                    .add(name));
            return !labels.isEmpty();
        }
    }

    private static RulesSpec rules(Injections.Rules rules) {
        ResourceRule resources = Objects.requireNonNullElse(rules.resources(), NO_RESOURCES);
        return new RulesSpec(
                seconds(rules.seconds().notReady()),
                seconds(rules.seconds().unreachable()),
                rules.plugins().defaults().missingFrom(List.of()).stream()
                        .map(each -> new InjectedSpec(
                                each.key(),
                                each.operator().text(),
                                each.effect().text(),
                                each.seconds().seconds()))
                        .toList(),
                rules.plugins().override() != SecondsOverride.NONE,
                rules.plugins().override() == SecondsOverride.LIKELY,
                rules.memoryPressure() ? tolerations(List.of(AdmissionPlugins.MEMORY_PRESSURE)) : List.of(),
                rules.resources() != null,
                resources.countZero(),
                resources.ignored().stream()
                        .map(name -> new NameSpec(name(name), isPrefix(name)))
                        .toList(),
                resources.instead().stream()
                        .map(each -> new InsteadSpec(
                                name(each.name()), isPrefix(each.name()), tolerations(each.tolerations())))
                        .toList(),
                sorted(resources.left()));
    }

    private static boolean isPrefix(String name) {
        return name.endsWith(EVERY);
    }

    private static String name(String name) {
        return isPrefix(name) ? name.substring(0, name.length() - EVERY.length()) : name;
    }

    private static PolicySpec policy(Given given) {
        Policy policy = given.policy();
        return new PolicySpec(
                given.rank(),
                criteria(policy.match().criteria()),
                policy.match().exclude().stream()
                        .map(InjectionsObject::criteria)
                        .toList(),
                sorted(policy.values().labels()),
                policy.givenTolerations().stream()
                        .map(each -> toleration(each.toleration(), each.label()))
                        .toList(),
                policy.givenRequirements().stream()
                        .map(each -> new RequiredSpec(
                                each.requirement().key(),
                                each.requirement().operator().text(),
                                List.copyOf(each.requirement().values()),
                                each.label()))
                        .toList(),
                policy.preferredNodeAffinity().stream()
                        .map(each -> new PreferenceSpec(each.weight(), requirements(each.requirements())))
                        .toList(),
                seconds(given.seconds().notReady()),
                seconds(given.seconds().unreachable()));
    }

    private static WhitelistSpec whitelist(NamespaceFacts own) {
        return new WhitelistSpec(
                new TreeMap<>(own.labels()), new TreeMap<>(own.annotations()), tolerations(own.whitelist()));
    }

    private static CriteriaSpec criteria(Criteria criteria) {
        return new CriteriaSpec(
                new TreeMap<>(criteria.namespaceSelector().matchLabels()),
                requirements(criteria.namespaceSelector().matchExpressions()),
                new TreeMap<>(criteria.podSelector().matchLabels()),
                requirements(criteria.podSelector().matchExpressions()),
                criteria.ownerKinds().stream()
                        .map(Owner::parse)
                        .map(owner -> owner.group() + "/" + owner.kind())
                        .sorted()
                        .toList(),
                sorted(criteria.resources()),
                sorted(criteria.priorityClassNames()));
    }

    private static List<String> sorted(Set<String> texts) {
        return List.copyOf(new TreeSet<>(texts));
    }

    private static List<RequirementSpec> requirements(List<Requirement> requirements) {
        return requirements.stream()
                .map(each -> new RequirementSpec(each.key(), each.operator().text(), List.copyOf(each.values())))
                .toList();
    }

    private static List<TolerationSpec> tolerations(List<Toleration> tolerations) {
        return tolerations.stream().map(each -> toleration(each, "")).toList();
    }

    private static TolerationSpec toleration(Toleration toleration, String from) {
        TolerationSeconds seconds = toleration.seconds();
        return new TolerationSpec(
                toleration.key(),
                toleration.operator().meaning().text(),
                toleration.value(),
                toleration.effect().text(),
                seconds.never() ? "" : seconds.toString(),
                from);
    }

    private static NamespaceSpec namespace(GivenTo given) {
        return new NamespaceSpec(
                given.left(),
                tolerations(given.tolerations()),
                seconds(given.seconds().notReady()),
                seconds(given.seconds().unreachable()));
    }

    private static String seconds(@Nullable TolerationSeconds seconds) {
        return Objects.toString(seconds, "");
    }
}
