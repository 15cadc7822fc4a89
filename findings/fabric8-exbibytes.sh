#!/usr/bin/env bash
# fabric8 kubernetes-model-core reads a quantity in Ei as another number of bytes than Kubernetes.
#
# Guess:  Quantity.parse("1Ei").getNumericalAmount() is 2^60 = 1152921504606846976, as resource.Quantity in Go has it, since the result is a
#         BigDecimal and all smaller binary suffixes are exact.
# Sight:  it is 1152921504606847000: 2^60 went through a double and was printed with 17 digits. 1Pi = 2^50 is exact. 1152921504606846976
#         written out is exact too, so two spellings of one amount are not equal, and one of them is 24 bytes too much.
# Hurts:  whoever compares, adds or subtracts amounts of that size (object stores, ephemeral storage of large nodes, quotas): equal amounts
#         differ, and a sum that fits a quota of 2Ei exactly does not.
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
    <dependency><groupId>io.fabric8</groupId><artifactId>kubernetes-model-core</artifactId><version>$version</version></dependency>
  </dependencies>
</project>
POM
mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars
cat > Amounts.java <<'JAVA'
import io.fabric8.kubernetes.api.model.Quantity;

class Amounts {
    public static void main(String[] quantities) {
        for (String quantity : quantities) {
            System.out.println(quantity + " = " + Quantity.parse(quantity).getNumericalAmount().toPlainString());
        }
    }
}
JAVA
echo "kubernetes-model-core $version"
java -cp 'jars/*' Amounts.java 1Pi 1Ei 3Ei 1152921504606846976 | tee seen
diff - seen <<'SEEN'
1Pi = 1125899906842624
1Ei = 1152921504606847000
3Ei = 3458764513820541000
1152921504606846976 = 1152921504606846976
SEEN
