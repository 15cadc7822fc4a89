#!/usr/bin/env bash
# An AOT cache of JDK 25 has no lambda of an interface with both a default method and a constant that is computed.
#
# Guess:  since JEP 483 a cache holds the classes that the JVM makes of lambdas, for all lambdas of the training run.
# Sight:  to link such a lambda would initialize its interface (Java initializes an interface with default methods together with a class
#         that implements it), so the JVM leaves it out and says nothing. A default method alone, a computed constant alone, or a
#         constant of the compiler's beside a default method do no harm. Of micrometer-core 1.16.3 it hits NamingConvention, whose
#         constants are such lambdas. Each start makes these classes again.
# Hurts:  programs that start from a cache to be fast: one constant in an interface has all of its lambdas made while the first requests
#         wait. Nothing fails, and -XX:AOTMode=on says nothing. A constant that moves into a class of its own mends it.
set -euo pipefail

if ! java -XX:+PrintFlagsFinal -version 2> /dev/null | grep ' AOTCacheOutput ' > /dev/null; then
  echo "needs JDK 25 as java on the PATH" >&2
  exit 2
fi
micrometer=1.16.3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > pom.xml <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.micrometer</groupId><artifactId>micrometer-core</artifactId><version>$micrometer</version></dependency>
  </dependencies>
</project>
POM
mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > maven.log 2>&1 || { cat maven.log; exit 2; }
cat > Hello.java <<'JAVA'
import io.micrometer.core.instrument.config.NamingConvention;

class Hello {
    interface Plain { String name(); }
    interface Default { String name(); default String twice() { return name() + name(); } }
    interface Constant { Object LOCK = new Object(); String name(); }
    interface Literal { int SIZE = 8; String name(); default String twice() { return name() + name(); } }
    interface Both { Object LOCK = new Object(); String name(); default String twice() { return name() + name(); } }

    static class OfPlain { static Plain it = () -> "plain "; }
    static class OfDefault { static Default it = () -> "default "; }
    static class OfConstant { static Constant it = () -> "constant "; }
    static class OfLiteral { static Literal it = () -> "literal "; }
    static class OfBoth { static Both it = () -> "both "; }

    public static void main(String[] args) {
        System.out.println(OfPlain.it.name() + OfDefault.it.name() + OfConstant.it.name() + OfLiteral.it.name() + OfBoth.it.name());
        NamingConvention.dot.name("", null, null);
    }
}
JAVA
libraries=$(printf 'lib/%s:' $(ls lib))
javac -cp "$libraries" Hello.java 2> warnings
jar cf hello.jar Hello*.class
java -XX:AOTCacheOutput=hello.aot -cp "hello.jar:$libraries" Hello > training 2>&1
java -XX:AOTMode=on -XX:AOTCache=hello.aot -Xlog:class+load:file=loaded -cp "hello.jar:$libraries" Hello > output

# The lambda of a class: from the cache, or made at the start.
from() { grep " $1\$\$Lambda/" loaded | grep -q 'shared objects file' && echo "from the cache" || echo "made at the start"; }
java -version 2>&1 | sed -n 1p
echo "micrometer-core $micrometer"
for each in Plain Default Constant Literal Both; do echo "$each: $(from "Hello\$Of$each")"; done
echo "NamingConvention: $(from 'io.micrometer.core.instrument.config.NamingConvention')"
for each in Plain Default Constant Literal; do [ "$(from "Hello\$Of$each")" = "from the cache" ]; done
[ "$(from 'Hello$OfBoth')" = "made at the start" ]
[ "$(from 'io.micrometer.core.instrument.config.NamingConvention')" = "made at the start" ]
