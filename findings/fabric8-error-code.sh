#!/usr/bin/env bash
# fabric8 kubernetes-client takes an error's code from its body in place of the HTTP status, and reads a body that is no JSON as YAML.
#
# Guess:  KubernetesClientException.getCode() is the HTTP status, as kubectl's; a body that is no Status is text, and kept as the message.
# Sight:  a field "code" of the body, if there is one, wins over the HTTP status, and get() returns null where it is 404, although the
#         HTTP status is 503. A body without JSON goes through a YAML parser: text with a colon becomes a field of a Status that has no
#         message, other text is dropped, and "code: 14" in a text counts.
# Hurts:  whoever reaches an API server by a proxy or gateway with errors of its own (gRPC's gateways write {"code": 14}): a program takes an
#         object for deleted, or does not know 401 and 409 again, and its log lacks what the proxy said.
set -euo pipefail

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
cat > Refused.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

class Refused {
    public static void main(String[] bodies) throws Exception {
        for (String body : bodies) {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(503, bytes.length);
                exchange.getResponseBody().write(bytes);
                exchange.close();
            });
            server.start();
            Config config = new ConfigBuilder(Config.empty())
                    .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                    .withRequestRetryBackoffLimit(0)
                    .build();
            try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
                System.out.println("there is no such pod: " + (client.pods().inNamespace("n").withName("p").get() == null));
            } catch (KubernetesClientException refused) {
                System.out.println("code " + refused.getCode() + ", message "
                        + Optional.ofNullable(refused.getStatus().getMessage()).orElse("missing"));
            } finally {
                server.stop(0);
            }
        }
    }
}
JAVA

echo "kubernetes-client $version, each answer with HTTP status 503"
while IFS='|' read -r body expected; do
  seen=$(java -cp "jars/*" Refused.java "$body")
  printf '%-75s -> %s\n' "$body" "$seen"
  [ "$seen" = "$expected" ]
done <<'BODIES'
{"kind": "Status", "message": "etcd is away", "code": 503}|code 503, message etcd is away
{"code": 14, "message": "upstream is away"}|code 14, message upstream is away
{"code": 404, "error": "no route"}|there is no such pod: true
the upstream is away|code 503, message Service Unavailable
upstream connect error. reset reason: connection failure|code 503, message missing
code: 14|code 14, message missing
BODIES
