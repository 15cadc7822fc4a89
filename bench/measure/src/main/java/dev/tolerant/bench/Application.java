package dev.tolerant.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a server runs: a packaged Quarkus application, and its settings. */
record Application(String name, Path directory, List<String> properties) {
    private static final String WITHOUT_CLUSTER = "-Dtolerant.policies.source=none";
    private static final List<String> HTTPS =
            List.of("-Dquarkus.http.tls-configuration-name=webhook", "-Dquarkus.http.insecure-requests=disabled");

    /** The program, with seconds of its own, so that it has something to change in every pod. */
    static Application program(Path directory, Path certificate) {
        return new Application(
                "program",
                directory,
                with(
                        WITHOUT_CLUSTER,
                        "-Dtolerant.rules.node-failure.not-ready=60",
                        "-Dtolerant.rules.node-failure.unreachable=60",
                        "-Dtolerant.certificate.mode=mounted",
                        "-Dtolerant.certificate.directory=" + certificate.toAbsolutePath()));
    }

    /** The same under another name, which its log has too. */
    Application named(String other) {
        return new Application(other, directory, properties);
    }

    /** The same in a cluster with this API server. */
    Application inCluster(String apiServer) {
        List<String> all = new ArrayList<>(properties);
        all.remove(WITHOUT_CLUSTER);
        all.add("-Dtolerant.policies.source=cluster");
        all.add("-Dkubernetes.master=" + apiServer);
        all.add("-Dkubernetes.auth.tryKubeConfig=false");
        return new Application(name, directory, all);
    }

    /** The program as the keeper of the cluster of this API server. */
    static Application keeper(Path certificate, String apiServer) {
        List<String> properties =
                new ArrayList<>(program(Path.of(""), certificate).properties());
        properties.addAll(List.of(
                "-Dtolerant.policies.source=cluster",
                "-Dtolerant.fleet.mode=enforce",
                "-Dtolerant.fleet.account=system:serviceaccount:tolerant:tolerant",
                "-Dkubernetes.master=" + apiServer,
                "-Dkubernetes.namespace=tolerant",
                "-Dkubernetes.auth.tryKubeConfig=false"));
        return new Application("keeper", Path.of("target/quarkus-app"), properties);
    }

    /** The server that reads the body and parses nothing. */
    static Application ceiling(Path certificate) {
        Path absolute = certificate.toAbsolutePath();
        return new Application(
                "ceiling",
                Path.of("bench/ceiling/target/quarkus-app"),
                with(
                        "-Dquarkus.tls.webhook.key-store.pem.0.cert=" + absolute.resolve("tls.crt"),
                        "-Dquarkus.tls.webhook.key-store.pem.0.key=" + absolute.resolve("tls.key")));
    }

    private static List<String> with(String... properties) {
        List<String> all = new ArrayList<>(HTTPS);
        all.addAll(List.of(properties));
        return all;
    }
}
