#!/usr/bin/env bash
# fabric8's crd-generator writes schemas that the objects written by fabric8's own serialization do not fit: byte[] and @JsonUnwrapped.
#
# Guess:  the generator reads Jackson's view of a class, and so the schema has the names and types that the client writes: enums with @JsonValue,
#         @JsonProperty, @JsonFormat(shape = STRING) and Maps of enums all do agree.
# Sight:  a byte[] is an array of whole numbers in the schema, and a base64 text in every object that the client sends. A field with
#         @JsonUnwrapped is an object of its own name in the schema, and the client writes that object's fields one level higher, where the
#         schema does not have them.
# Hurts:  authors of operators: the API server refuses each object with bytes that the operator itself writes, though a user's
#         list of numbers is taken and read; and of the unwrapped fields it keeps none, with a warning at most.
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
    <dependency><groupId>io.fabric8</groupId><artifactId>crd-generator-api-v2</artifactId><version>$version</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
POM
mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars
cat > Thing.java <<'JAVA'
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.File;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeSet;

@Group("example.com")
@Version("v1")
public class Thing extends CustomResource<Thing.Spec, Void> {
    public enum Level {
        LOW;

        @JsonValue
        public String written() {
            return "low";
        }
    }

    public static class Limits {
        public int most = 3;
    }

    public static class Spec {
        public byte[] bytes = {1, 2, 3};
        public Level level = Level.LOW;

        @JsonFormat(shape = JsonFormat.Shape.STRING)
        public int number = 5;

        @JsonUnwrapped
        public Limits limits = new Limits();
    }

    public static void main(String[] directory) throws Exception {
        File written = new File(directory[0]);
        new CRDGenerator().customResourceClasses(Thing.class).forCRDVersions("v1").inOutputDir(written).detailedGenerate();
        KubernetesSerialization serialization = new KubernetesSerialization();
        CustomResourceDefinition crd = serialization.unmarshal(
                Files.readString(written.toPath().resolve("things.example.com-v1.yml")), CustomResourceDefinition.class);
        var schema = crd.getSpec().getVersions().get(0).getSchema().getOpenAPIV3Schema().getProperties().get("spec").getProperties();
        Thing thing = new Thing();
        thing.setSpec(new Spec());
        Map<?, ?> spec = (Map<?, ?>) serialization.convertValue(thing, Map.class).get("spec");
        var names = new TreeSet<Object>(schema.keySet());
        names.addAll(spec.keySet());
        for (Object name : names) {
            System.out.println(name + ": schema " + (schema.containsKey(name) ? serialization.asJson(schema.get(name)) : "has none")
                    + ", object " + (spec.containsKey(name) ? serialization.asJson(spec.get(name)) : "has none"));
        }
    }
}
JAVA
mkdir classes crd
javac -cp 'jars/*' -d classes Thing.java
echo "crd-generator-api-v2 $version"
java -cp 'jars/*:classes' Thing crd | tee seen
diff - seen <<'SEEN'
bytes: schema {"items":{"type":"integer"},"type":"array"}, object "AQID"
level: schema {"enum":["low"],"type":"string"}, object "low"
limits: schema {"properties":{"most":{"type":"integer"}},"type":"object"}, object has none
most: schema has none, object 3
number: schema {"type":"string"}, object "5"
SEEN
