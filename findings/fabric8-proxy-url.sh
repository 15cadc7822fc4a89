#!/usr/bin/env bash
# fabric8 kubernetes-client goes past a kubeconfig's proxy-url, if the API server's address begins with https, as nearly all do.
#
# Guess:  a cluster's proxy-url (kubectl obeys it since 1.19) is either obeyed for every server or not read at all.
# Sight:  Config reads it. An http:// proxy becomes the proxy for http:// servers alone, so that an https:// server is asked directly, without
#         a word; nothing but the address of the server decides.
# Hurts:  whoever reaches a cluster only by a bastion's proxy: kubectl works with the file, and a program on fabric8 finds no server. Where both
#         ways are open, the requests go past the proxy that should see them.
set -euo pipefail
unset HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy

version=7.5.2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > pom.xml <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.fabric8</groupId><artifactId>kubernetes-client</artifactId><version>$version</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
POM
mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars
cat > Proxied.java <<'JAVA'
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

class Proxied {
    /** A port that counts connections and ends each. */
    private static ServerSocket counting(AtomicInteger connections) throws Exception {
        ServerSocket port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> {
            while (true) {
                try (Socket connection = port.accept()) {
                    connections.incrementAndGet();
                } catch (Exception closed) {
                    return;
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return port;
    }

    public static void main(String[] schemes) throws Exception {
        for (String scheme : schemes) {
            AtomicInteger atServer = new AtomicInteger();
            AtomicInteger atProxy = new AtomicInteger();
            ServerSocket server = counting(atServer);
            ServerSocket proxy = counting(atProxy);
            Config config = Config.fromKubeconfig("""
                    apiVersion: v1
                    kind: Config
                    current-context: c
                    contexts: [{name: c, context: {cluster: c, user: u}}]
                    users: [{name: u, user: {token: t}}]
                    clusters: [{name: c, cluster: {server: "%s://127.0.0.1:%d", proxy-url: "http://127.0.0.1:%d"}}]
                    """.formatted(scheme, server.getLocalPort(), proxy.getLocalPort()));
            config.setRequestRetryBackoffLimit(0);
            try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
                client.namespaces().list();
            } catch (RuntimeException ended) {
                // Neither port answers.
            }
            System.out.println(scheme + " server: " + (atProxy.get() > 0 ? "by the proxy" : "not by the proxy") + ", "
                    + (atServer.get() > 0 ? "directly" : "not directly"));
        }
        System.exit(0);
    }
}
JAVA
echo "kubernetes-client $version"
java -cp 'jars/*' Proxied.java http https | tee seen
diff - seen <<'SEEN'
http server: by the proxy, not directly
https server: not by the proxy, directly
SEEN
