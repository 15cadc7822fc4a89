#!/usr/bin/env bash
# fabric8 kubernetes-client lists no pod without the jars of five groups of kinds that a program never names; it does without all others.
#
# Guess:  each kubernetes-model-* jar has the classes of one API group, and a program that uses none of them can leave the jar out: either all
#         jars but kubernetes-model-core and -common are needed, because the client's interface has a method for each group, or none is.
# Sight:  KubernetesClientBuilder.build() fails without apps, batch, certificates or extensions, of which the client names kinds when it is
#         made (extensions has no kind that a server since 1.22 has), and the first list fails without autoscaling. Without all others it
#         lists pods, although its interface has methods for them, too. A program that makes its client late starts without any.
# Hurts:  whoever makes an image or a command smaller: thousands of classes of kinds are held for nothing, and which of them may go is written nowhere.
set -euo pipefail

version=7.5.2
work=$(mktemp -d)
trap 'kill $server 2> /dev/null || true; rm -rf "$work"' EXIT
server=
cd "$work"
cat > pom.xml <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.fabric8</groupId><artifactId>kubernetes-client</artifactId><version>$version</version></dependency>
    <dependency><groupId>io.fabric8</groupId><artifactId>kubernetes-httpclient-jdk</artifactId><version>$version</version></dependency>
  </dependencies>
</project>
POM
mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars
rm -f jars/kubernetes-httpclient-vertx* jars/slf4j-simple*
cat > Server.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

class Server {
    public static void main(String[] file) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] pods = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[{\"metadata\":{\"name\":\"web\"}}]}".getBytes();
        server.createContext("/api/v1/namespaces/default/pods", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, pods.length);
            exchange.getResponseBody().write(pods);
            exchange.close();
        });
        server.start();
        Files.writeString(Path.of(file[0]), String.valueOf(server.getAddress().getPort()));
    }
}
JAVA
cat > Pods.java <<'JAVA'
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

class Pods {
    public static void main(String[] port) {
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + port[0])
                        .build())
                .build()) {
            System.out.println(client.pods().inNamespace("default").list().getItems().get(0).getMetadata().getName());
        } catch (Throwable missing) {
            Throwable cause = missing;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            System.out.println(cause.getMessage());
        }
    }
}
JAVA
javac -cp 'jars/*' Pods.java
java Server.java port > /dev/null &
server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done

# The client without the jars of these groups.
without() {
  mkdir gone
  for group in "$@"; do mv jars/kubernetes-model-"$group"-$version.jar gone; done
  java -cp .:'jars/*' Pods "$(cat port)"
  mv gone/* jars
  rmdir gone
}
echo "kubernetes-client $version"
{
  echo "with all: $(without)"
  for group in apps autoscaling batch certificates extensions; do echo "without $group: $(without $group)"; done
  others=$(ls jars | sed -n "s/^kubernetes-model-\(.*\)-$version.jar$/\1/p" | grep -vxE 'core|common|apps|autoscaling|batch|certificates|extensions')
  echo "without $(echo $others): $(without $others)"
} 2> errors | tee seen || { cat errors >&2; exit 1; }
diff - seen <<'SEEN'
with all: web
without apps: io.fabric8.kubernetes.api.model.apps.Deployment
without autoscaling: io.fabric8.kubernetes.api.model.autoscaling.v1.Scale
without batch: io.fabric8.kubernetes.api.model.batch.v1.Job
without certificates: io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest
without extensions: io.fabric8.kubernetes.api.model.extensions.Deployment
without admissionregistration apiextensions coordination discovery events flowcontrol gatewayapi metrics networking node policy rbac resource scheduling storageclass: web
SEEN
