package dev.tolerant.tools.reading;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.api.ApiResponse;
import dev.tolerant.api.ApiServer;
import dev.tolerant.api.Backoff.Sleep;
import dev.tolerant.api.KubeconfigFile;
import dev.tolerant.api.ListPages;
import dev.tolerant.api.ListPages.RefusedException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.standing.ReservationsText;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.ReleaseSettings;
import dev.tolerant.observed.registration.Webhook;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.tools.reading.ClusterAccess.ClusterUnavailableException;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** A live cluster, of which objects are read and nothing is changed. */
public final class LiveCluster implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WAY_OUT =
            "check the address, the network and the VPN, or name another context with --context";

    private static final int TRIES = 3;
    private static final String ITS_CONFIG_MAPS = "&labelSelector="
            + URLEncoder.encode(ReleaseSettings.LABEL + "=" + ReleaseSettings.PROGRAM, StandardCharsets.UTF_8);

    private static final String ITS_RESERVATIONS =
            "&fieldSelector=" + URLEncoder.encode("metadata.name=" + ReservationsText.OBJECT, StandardCharsets.UTF_8);

    private final Config config;
    private final HttpClient http;
    private final ScheduledExecutorService timer = DaemonThreads.single("api-deadlines");
    private final ApiServer server;
    private final ListPages pages;

    public static LiveCluster of(ClusterAccess kubeconfig) throws ClusterUnavailableException {
        return new LiveCluster(kubeconfig.config(), kubeconfig.http());
    }

    private LiveCluster(Config config, HttpClient.Factory factory) throws ClusterUnavailableException {
        this.config = config;
        try {
            this.http = factory.newBuilder(config).build();
        } catch (RuntimeException unusable) {
            timer.shutdownNow();
            throw new ClusterUnavailableException("the certificates or keys of context " + ClusterAccess.name(config)
                    + " cannot be used: " + KubeconfigFile.reason(unusable));
        }
        this.server = new ApiServer(
                http, URI.create(config.getMasterUrl()), timer, Duration.ofMillis(config.getRequestTimeout()));
        this.pages = new ListPages(server, Sleep.OF_THREAD, TRIES);
    }

    /** Kinds that cannot be read are unknown; fails if all are. The watcher is told how many of a kind have been read. */
    public ClusterObjects read(Needs needs, ObjIntConsumer<ObjectKind> watcher)
            throws ClusterUnavailableException, InterruptedException {
        Instant at = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        try {
            return new Reading(needs, watcher, version()).read(ClusterAccess.name(config), at);
        } catch (IOException unanswered) {
            throw new ClusterUnavailableException(unreachable(unanswered));
        }
    }

    /** Empty if the API server does not tell strangers. */
    private String version() throws IOException, InterruptedException, ClusterUnavailableException {
        ApiResponse answer = server.answer(server.request("/version").build());
        if (answer.code() == HttpURLConnection.HTTP_UNAUTHORIZED) {
            throw unauthorized();
        }
        if (!answer.isSuccess()) {
            return "";
        }
        try {
            return JSON.readTree(answer.body()).path("gitVersion").asText();
        } catch (IOException noVersion) {
            throw new IOException("it does not answer as an API server does", noVersion);
        }
    }

    @Override
    public void close() {
        http.close();
        timer.shutdownNow();
    }

    private ClusterUnavailableException unauthorized() {
        return new ClusterUnavailableException("the API server of " + ClusterAccess.name(config)
                + " does not accept these credentials (401): they may have expired; log in again, or name another"
                + " context with --context");
    }

    private String unreachable(IOException failure) {
        String server = "the API server of " + ClusterAccess.name(config) + " (" + config.getMasterUrl() + ") ";
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
                return server + "has a host name that cannot be found: " + WAY_OUT;
            }
            if (isLate(cause)) {
                return server + "does not answer in time: " + WAY_OUT;
            }
            if (cause instanceof SSLException) {
                return server + "cannot be trusted (" + cause.getMessage()
                        + "): check the certificate-authority of the kubeconfig";
            }
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
                return server + "cannot be reached: " + WAY_OUT;
            }
        }
        return server + "cannot be read: " + failure.getMessage();
    }

    /** True where an answer, or a part of it, has not come in time. */
    static boolean isLate(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(cause -> cause instanceof HttpTimeoutException || cause instanceof TimeoutException);
    }

    /** Reads one kind of object after the other. */
    private final class Reading {
        private final Needs needs;
        private final ObjIntConsumer<ObjectKind> watcher;
        private final String version;
        private final Map<ObjectKind, List<ClusterObject>> byKind = new EnumMap<>(ObjectKind.class);
        private final Map<ObjectKind, String> unknown = new EnumMap<>(ObjectKind.class);
        private final List<String> notes = new ArrayList<>();

        Reading(Needs needs, ObjIntConsumer<ObjectKind> watcher, String version) {
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
        private void readSettings() throws IOException, InterruptedException, ClusterUnavailableException {
            boolean registrationsKnown = needs.kinds().contains(ObjectKind.MUTATING_WEBHOOKS)
                    && !unknown.containsKey(ObjectKind.MUTATING_WEBHOOKS);
            read(ObjectKind.CONFIG_MAP, releaseNamespace(), ITS_CONFIG_MAPS);
            if (registrationsKnown
                    && ours().findAny().isEmpty()
                    && List.of().equals(byKind.get(ObjectKind.CONFIG_MAP))) {
                notes.add("The cluster has no MutatingWebhookConfiguration of Tolerant, so the chart's default settings"
                        + " count.");
            }
        }

        /** Named by the registrations; empty for all namespaces. */
        private String releaseNamespace() {
            return ours().map(
                            webhook -> webhook.client().at("/service/namespace").asText())
                    .filter(name -> !name.isEmpty())
                    .findFirst()
                    .orElse("");
        }

        private Stream<Webhook> ours() {
            return byKind.getOrDefault(ObjectKind.MUTATING_WEBHOOKS, List.of()).stream()
                    .flatMap(
                            configuration -> Webhook.in(configuration.manifest().object()).stream())
                    .filter(Webhook::isOurs);
        }

        private void read(ObjectKind kind, String namespace, String selector)
                throws IOException, InterruptedException, ClusterUnavailableException {
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

        private void refused(ObjectKind kind, String place, ApiResponse answer)
                throws IOException, InterruptedException, ClusterUnavailableException {
            if (answer.code() == HttpURLConnection.HTTP_UNAUTHORIZED) {
                throw unauthorized();
            }
            if (answer.isNotFound() && kind == ObjectKind.POLICY) {
                notes.add(
                        "The cluster has no TolerationPolicy resource, so it has no policies: the chart, or its CRD, is"
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
    }
}
