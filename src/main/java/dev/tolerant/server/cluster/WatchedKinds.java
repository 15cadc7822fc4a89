package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.crd.NamespaceReader;
import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.ReservationsText;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.observed.registration.Webhook;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The kinds of objects that the program watches, and what it keeps of each. */
final class WatchedKinds {
    /** Policies as the cluster has them, which a look reads: one that does not fit the type must not hide the others. */
    static final Kind<ObjectNode> POLICIES = new Kind<>(
            ObjectKind.POLICY,
            Mask.allBut().with("metadata", Mask.ofValues("generation", "resourceVersion")),
            Optional::of);

    static final Kind<Node> NODES = new Kind<>(
            ObjectKind.NODE,
            Mask.of()
                    .with("metadata", Mask.of("labels"))
                    .with(
                            "spec",
                            Mask.ofValues("unschedulable").with("taints", Mask.ofValues("key", "value", "effect"))),
            WatchedKinds::node);

    /** NodePools of Karpenter, of those that are not being deleted. */
    static final Kind<NodePool> NODE_POOLS = new Kind<>(
            ObjectKind.NODE_POOL,
            Mask.of("apiVersion", "kind", "spec").with("metadata", Mask.ofValues("deletionTimestamp")),
            object -> NodeReader.nodePool(new Manifest(Place.NOWHERE, object)));

    static final Kind<List<Toleration>> RUNTIME_CLASSES = new Kind<>(
            ObjectKind.RUNTIME_CLASS,
            Mask.of("scheduling"),
            object -> Optional.of(NodeReader.ofRuntimeClass(Fields.of(object))));

    /** The object by which the API server gives new pods what it can give by itself; others of the kind count for nothing. */
    static final Kind<InjectionsObject> INJECTIONS = new Kind<>(
            ObjectKind.INJECTIONS,
            Mask.of("spec").with("metadata", Mask.of("ownerReferences")),
            WatchedKinds::injections);

    static final Kind<Set<Coverage>> REGISTRATIONS = new Kind<>(
            ObjectKind.MUTATING_WEBHOOKS,
            Mask.of("webhooks"),
            object -> Optional.of(Coverage.of(Webhook.in(object))).filter(coverage -> !coverage.isEmpty()));

    private static final Mask NAME = Mask.of().with("metadata", Mask.ofValues("name"));

    private WatchedKinds() {}

    /** {@code wanted} is kept beside the name; {@code only} is the one object that counts, or null if all do. */
    record Kind<F>(
            ObjectKind of,
            Mask wanted,
            Reader<F> reader,
            @Nullable Named only) {

        Kind(ObjectKind of, Mask wanted, Reader<F> reader) {
            this(of, wanted, reader, null);
        }

        String plural() {
            return of.plural();
        }

        String path() {
            return of.path(only == null ? "" : only.namespace());
        }

        /** The path by which discovery lists the kinds of its group and version. */
        String group() {
            String path = of.path("");
            return path.substring(0, path.lastIndexOf('/'));
        }

        String query() {
            return path() + "?" + (only == null ? "" : "fieldSelector=metadata.name%3D" + only.name() + "&");
        }

        String hint() {
            return (of == ObjectKind.POLICY ? "install the CustomResourceDefinition, and " : "")
                    + (of == ObjectKind.NAMESPACE ? "grant get, list and watch of " : "grant list and watch of ")
                    + of.resource()
                    + (only == null ? "" : " in namespace " + only.namespace());
        }

        /** Between 0 and 1; all twelve kinds together leave room for bodies. */
        double shareOfHeap() {
            return switch (of) {
                case POLICY -> 0.37;
                case NAMESPACE -> 0.1;
                case NODE -> 0.12;
                case GUARD, GUARD_BINDING, MUTATING_POLICY, MUTATING_POLICY_BINDING -> 0.005;
                default -> 0.015;
            };
        }

        /** Keeps the fields that the kind's reader reads, and the name. */
        ObjectNode object(byte[] json) throws IOException {
            if (TreeReader.read(json, wanted.and(NAME)) instanceof ObjectNode object) {
                return object;
            }
            throw new IOException("the API server has something in " + plural() + " that is not an object");
        }
    }

    record Named(String namespace, String name) {}

    @FunctionalInterface
    interface Reader<F> {
        /** Empty if the object is of no interest. */
        Optional<F> read(ObjectNode object) throws UnexpectedJsonException, InvalidManifestException;
    }

    static Kind<NamespaceFacts> namespaces(TolerationRules rules) {
        return new Kind<>(
                ObjectKind.NAMESPACE,
                Mask.of().with("metadata", Mask.of("labels", "annotations")),
                object -> Optional.of(NamespaceReader.read(new Manifest(Place.NOWHERE, object), rules)));
    }

    /** Those by which the guard in the API server judges pods. */
    static Kind<Reservations> reservations(String namespace) {
        return new Kind<>(
                ObjectKind.RESERVATIONS,
                Mask.of().with("metadata", Mask.of("annotations")),
                WatchedKinds::reservations,
                new Named(namespace, ReservationsText.OBJECT));
    }

    static Kind<InstalledGuard.GuardPolicy> guards(ObjectKind of, Set<String> names) {
        return named(of, names, InstalledGuard.GuardPolicy.WANTED, InstalledGuard.GuardPolicy::of);
    }

    static Kind<InstalledGuard.Binding> guardBindings(ObjectKind of, Set<String> names) {
        return named(of, names, InstalledGuard.Binding.WANTED, InstalledGuard.Binding::of);
    }

    private static <F> Kind<F> named(ObjectKind of, Set<String> names, Mask wanted, Fields.Reader<F> part) {
        return new Kind<>(
                of,
                wanted,
                object -> names.contains(object.at("/metadata/name").asText())
                        ? Optional.of(part.read(Fields.of(object)))
                        : Optional.empty());
    }

    private static Optional<Node> node(ObjectNode object) throws UnexpectedJsonException {
        Fields node = Fields.of(object);
        return Optional.of(NodeReader.read(node.object("metadata").text("name"), node));
    }

    private static Optional<Reservations> reservations(ObjectNode object)
            throws InvalidManifestException, UnexpectedJsonException {
        return Optional.of(rewritten(
                object,
                ReservationsText::read,
                Fields.of(object).object("metadata").map("annotations")));
    }

    /** Others of the kind count for nothing. */
    private static Optional<InjectionsObject> injections(ObjectNode object) throws InvalidManifestException {
        return new Manifest(Place.NOWHERE, object).name().equals(InjectionsObject.NAME)
                ? Optional.of(rewritten(object, InjectionsObject::read, object))
                : Optional.empty();
    }

    /** The content of an object that the program writes, and so rewrites where it cannot be read. */
    private static <C, F> F rewritten(ObjectNode object, Function<C, F> reader, C content)
            throws InvalidManifestException {
        try {
            return reader.apply(content);
        } catch (IllegalArgumentException unreadable) {
            throw new Manifest(Place.NOWHERE, object)
                    .wrong("does not have the form in which it is written, and is rewritten: "
                            + OneLine.logged(unreadable));
        }
    }
}
