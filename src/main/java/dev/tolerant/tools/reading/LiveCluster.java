package dev.tolerant.tools.reading;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.api.ApiResponse;
import dev.tolerant.api.ApiServer;
import dev.tolerant.api.KubeconfigFile;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.tools.reading.ClusterAccess.ClusterUnavailableException;
import dev.tolerant.tools.reading.LiveReading.UnauthorizedException;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.ObjIntConsumer;
import javax.net.ssl.SSLException;

/** A live cluster, of which objects are read and nothing is changed. */
public final class LiveCluster implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WAY_OUT =
            "check the address, the network and the VPN, or name another context with --context";

    private final Config config;
    private final HttpClient http;
    private final ScheduledExecutorService timer = DaemonThreads.single("api-deadlines");
    private final ApiServer server;

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
    }

    /** Kinds that cannot be read are unknown; fails if all are. The watcher is told how many of a kind have been read. */
    public ClusterObjects read(Needs needs, ObjIntConsumer<ObjectKind> watcher)
            throws ClusterUnavailableException, InterruptedException {
        Instant at = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        try {
            return new LiveReading(server, needs, watcher, version()).read(ClusterAccess.name(config), at);
        } catch (UnauthorizedException refused) {
            throw new ClusterUnavailableException("the API server of " + ClusterAccess.name(config)
                    + " does not accept these credentials (401): they may have expired; log in again, or name another"
                    + " context with --context");
        } catch (IOException unanswered) {
            throw new ClusterUnavailableException(unreachable(unanswered));
        }
    }

    /** Empty if the API server does not tell strangers. */
    private String version() throws IOException, InterruptedException {
        ApiResponse answer = server.answer(server.request("/version").build());
        if (answer.code() == HttpURLConnection.HTTP_UNAUTHORIZED) {
            throw new UnauthorizedException();
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

    private String unreachable(IOException failure) {
        String server = "the API server of " + ClusterAccess.name(config) + " (" + config.getMasterUrl() + ") ";
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
                return server + "has a host name that cannot be found: " + WAY_OUT;
            }
            if (LiveReading.isLate(cause)) {
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
}
