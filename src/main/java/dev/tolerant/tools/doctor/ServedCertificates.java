package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.observed.registration.Webhook;
import dev.tolerant.tools.doctor.ClusterApi.Tunnel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the program shows to whoever connects to it.
 *
 * @param host the name by which the API server calls
 * @param byServer certificates and why the API server would not believe them, by pods or the host of a URL
 * @param unreached servers that nobody could ask, each with the reason
 */
record ServedCertificates(String host, Map<String, Handshake> byServer, List<String> unreached) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int DEFAULT_PORT = 443;
    /** More replicas show nothing new. */
    private static final int MOST = 5;

    static ServedCertificates of(Patient patient) throws UnansweredException {
        return patient.once(ServedCertificates.class, () -> look(patient));
    }

    private static ServedCertificates look(Patient patient) throws UnansweredException {
        patient.probed();
        List<Webhook> ours = Stream.concat(patient.mutating().ours().stream(), patient.validating().ours().stream())
                .toList();
        if (ours.isEmpty()) {
            throw new UnansweredException("no registration leads to the program");
        }
        List<X509Certificate> trusted = trusted(ours);
        Webhook first = ours.get(0);
        return first.client().has("service")
                ? ofPods(patient, first.client().path("service"), trusted)
                : ofUrl(first.client().path("url").asText(), trusted);
    }

    private static List<X509Certificate> trusted(List<Webhook> ours) throws UnansweredException {
        try {
            return CaBundle.of(ours.get(0).caBundle()).certificates();
        } catch (CertificateException unusable) {
            throw new UnansweredException("the caBundle cannot be used");
        }
    }

    private static ServedCertificates ofUrl(String url, List<X509Certificate> trusted) throws UnansweredException {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException unreadable) {
            throw new UnansweredException("'" + url + "' is not a URL");
        }
        String host = String.valueOf(uri.getHost());
        int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
        try {
            InetSocketAddress address = new InetSocketAddress(host, port);
            return new ServedCertificates(
                    host, Map.of(host + ":" + port, Handshake.with(address, host, trusted, PATIENCE)), List.of());
        } catch (IOException unreached) {
            throw new UnansweredException("this machine does not reach " + host + ":" + port
                    + ", which says nothing about the API server: " + unreached.getMessage());
        }
    }

    private static ServedCertificates ofPods(Patient patient, JsonNode service, List<X509Certificate> trusted)
            throws UnansweredException {
        Release release = Release.of(patient);
        String host =
                service.path("name").asText() + "." + service.path("namespace").asText() + ".svc";
        List<JsonNode> pods = release.readyPods();
        if (pods.isEmpty()) {
            throw new UnansweredException(release.title() + " has no ready pod");
        }
        Map<String, Handshake> handshakes = new LinkedHashMap<>();
        List<String> unreached = new ArrayList<>();
        for (JsonNode pod : pods.subList(0, Math.min(MOST, pods.size()))) {
            String name = pod.at("/metadata/name").asText();
            try (Tunnel tunnel = patient.probed().tunnel(release.namespace(), name, port(pod))) {
                handshakes.put(name, Handshake.with(tunnel.address(), host, trusted, PATIENCE));
            } catch (IOException failed) {
                unreached.add(name + ": " + failed.getMessage());
            }
        }
        if (handshakes.isEmpty()) {
            throw new UnansweredException("there is no TLS connection to a pod: " + String.join("; ", unreached));
        }
        return new ServedCertificates(host, handshakes, List.copyOf(unreached));
    }

    /** The container port that the chart's Service leads to. */
    private static int port(JsonNode pod) throws UnansweredException {
        for (JsonNode container : pod.at("/spec/containers")) {
            for (JsonNode port : container.path("ports")) {
                if (port.path("name").asText().equals("https")) {
                    return port.path("containerPort").asInt();
                }
            }
        }
        throw new UnansweredException("pod " + pod.at("/metadata/name").asText() + " has no port named https");
    }
}
