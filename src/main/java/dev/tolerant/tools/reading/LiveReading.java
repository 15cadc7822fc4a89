package dev.tolerant.tools.reading;

import dev.tolerant.api.ApiResponse;
import dev.tolerant.api.ApiServer;
import dev.tolerant.api.ListPages;
import dev.tolerant.api.ListPages.RefusedException;
import dev.tolerant.api.Sleep;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.standing.ReservationsText;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.ReleaseSettings;
import dev.tolerant.observed.registration.Webhook;
import dev.tolerant.tools.reading.ClusterAccess.ClusterUnavailableException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;

/** Reads one kind of object after the other from an API server. */
final class LiveReading {
    private static final int TRIES = 3;
    private static final String ITS_CONFIG_MAPS = "&labelSelector="
            + URLEncoder.encode(ReleaseSettings.LABEL + "=" + ReleaseSettings.PROGRAM, StandardCharsets.UTF_8);

    private static final String ITS_RESERVATIONS =
            "&fieldSelector=" + URLEncoder.encode("metadata.name=" + ReservationsText.OBJECT, StandardCharsets.UTF_8);

    private final ApiServer server;
    private final ListPages pages;
    private final Needs needs;
    private final ObjIntConsumer<ObjectKind> watcher;
    private final String version;
    private final Map<ObjectKind, List<ClusterObject>> byKind = new EnumMap<>(ObjectKind.class);
    private final Map<ObjectKind, String> unknown = new EnumMap<>(ObjectKind.class);
    private final List<String> notes = new ArrayList<>();

    LiveReading(ApiServer server, Needs needs, ObjIntConsumer<ObjectKind> watcher, String version) {
        this.server = server;
        this.pages = new ListPages(server, Sleep.OF_THREAD, TRIES);
        this.needs = needs;
        this.watcher = watcher;
        this.version = version;
    }

    /** A kind that cannot be read is unknown; fails if the API server does not answer, or refuses the credentials. */
    ClusterObjects read(String source, Instant at)
            throws IOException, InterruptedException, ClusterUnavailableException {
        // The registration says where the release is.
        Set<ObjectKind> wanted = EnumSet.copyOf(needs.kinds());
        if (wanted.remove(ObjectKind.MUTATING_WEBHOOKS)) {
            read(ObjectKind.MUTATING_WEBHOOKS, "", "");
        }
        if (wanted.remove(ObjectKind.CONFIG_MAP)) {
            readSettings();
        }
        if (wanted.remove(ObjectKind.RESERVATIONS)) {
            read(ObjectKind.RESERVATIONS, releaseNamespace(), ITS_RESERVATIONS);
        }
        for (ObjectKind kind : wanted) {
            boolean everywhere = !kind.isNamespaced() || needs.everywhere().contains(kind);
            read(kind, everywhere ? "" : needs.namespace(), "");
        }
        if (unknown.keySet().containsAll(needs.kinds())) {
            throw new ClusterUnavailableException("nothing can be read of the cluster: "
                    + unknown.values().iterator().next());
        }
        return new ClusterObjects(source, at, version, byKind, unknown, List.copyOf(notes));
    }

    /** Reads those of the release alone, in its own namespace if the registrations name it, so that no user needs rights for all ConfigMaps. */
    private void readSettings() throws IOException, InterruptedException {
        boolean registrationsKnown = needs.kinds().contains(ObjectKind.MUTATING_WEBHOOKS)
                && !unknown.containsKey(ObjectKind.MUTATING_WEBHOOKS);
        read(ObjectKind.CONFIG_MAP, releaseNamespace(), ITS_CONFIG_MAPS);
        if (registrationsKnown && ours().findAny().isEmpty() && List.of().equals(byKind.get(ObjectKind.CONFIG_MAP))) {
            notes.add("The cluster has no MutatingWebhookConfiguration of Tolerant, so the chart's default settings"
                    + " count.");
        }
    }

    /** Named by the registrations; empty for all namespaces. */
    private String releaseNamespace() {
        return ours().map(webhook -> webhook.client().at("/service/namespace").asText())
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
    }

    private Stream<Webhook> ours() {
        return byKind.getOrDefault(ObjectKind.MUTATING_WEBHOOKS, List.of()).stream()
                .flatMap(configuration -> Webhook.in(configuration.manifest().object()).stream())
                .filter(Webhook::isOurs);
    }

    private void read(ObjectKind kind, String namespace, String selector) throws IOException, InterruptedException {
        List<ClusterObject> read = new ArrayList<>();
        String place = namespace.isEmpty() ? "" : " in namespace " + namespace;
        try {
            pages.read(
                    new ListPages.Query(
                            kind.path(namespace) + "?limit=" + ListPages.LIMIT + selector,
                            kind.plural() + place,
                            kind.plural()),
                    collector(kind, read));
            byKind.put(kind, List.copyOf(read));
        } catch (RefusedException refused) {
            refused(kind, place, refused.answer());
        } catch (IOException failed) {
            boolean hangs = isLate(failed);
            if (hangs) {
                // Fails where more hangs than this list, such as that of a kind whose own server does.
                server.answer(server.request("/version").build());
            } else if (failed.getCause() != null) {
                throw failed;
            }
            unknown.put(
                    kind,
                    hangs
                            ? "the API server does not answer the list of " + kind.plural() + " in time"
                            : String.valueOf(failed.getMessage()));
        }
    }

    /** True where an answer, or a part of it, has not come in time. */
    static boolean isLate(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(cause -> cause instanceof HttpTimeoutException || cause instanceof TimeoutException);
    }

    private void refused(ObjectKind kind, String place, ApiResponse answer) throws IOException, InterruptedException {
        if (answer.code() == HttpURLConnection.HTTP_UNAUTHORIZED) {
            throw new UnauthorizedException();
        }
        if (answer.isNotFound() && kind == ObjectKind.POLICY) {
            notes.add("The cluster has no TolerationPolicy resource, so it has no policies: the chart, or its CRD, is"
                    + " not installed.");
            byKind.put(kind, List.of());
        } else if (answer.isNotFound() && kind.isOptional()) {
            // Most clusters have no Karpenter, for example. If a missing kind is needed, doctor tells.
            byKind.put(kind, List.of());
        } else if (answer.isNotFound()) {
            unknown.put(
                    kind,
                    "the API server" + (version.isEmpty() ? "" : " " + version) + " does not serve " + kind.plural()
                            + " of " + kind.apiVersion());
        } else if (answer.code() != HttpURLConnection.HTTP_FORBIDDEN) {
            unknown.put(
                    kind,
                    "the API server answers the list of " + kind.plural() + " with "
                            + answer.words("list of " + kind.plural()));
        } else if (kind != ObjectKind.NAMESPACE || !readOnlyNamespace()) {
            unknown.put(kind, "you may not list " + kind.plural() + place);
        }
    }

    /** Reads the namespace in question alone, for a user who may not list them; false if that fails too. */
    private boolean readOnlyNamespace() throws IOException, InterruptedException {
        if (needs.namespace().isEmpty()) {
            return false;
        }
        String path =
                ObjectKind.NAMESPACE.path("") + "/" + URLEncoder.encode(needs.namespace(), StandardCharsets.UTF_8);
        ApiResponse answer = server.answer(server.request(path).build());
        if (!answer.isSuccess()) {
            return false;
        }
        ClusterObject.ifNeeded(ObjectKind.NAMESPACE, Place.NOWHERE, answer.body())
                .ifPresent(object -> byKind.put(ObjectKind.NAMESPACE, List.of(object)));
        return true;
    }

    private ListPages.Reader collector(ObjectKind kind, List<ClusterObject> read) {
        return new ListPages.Reader() {
            @Override
            public void begin() {
                read.clear();
            }

            @Override
            public void item(byte[] json) throws IOException {
                ClusterObject.ifNeeded(kind, Place.NOWHERE, json).ifPresent(read::add);
                if (read.size() % ListPages.LIMIT == 0) {
                    watcher.accept(kind, read.size());
                }
            }
        };
    }

    /** The API server does not know the user. */
    static final class UnauthorizedException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
