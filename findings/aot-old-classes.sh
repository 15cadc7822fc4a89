#!/usr/bin/env bash
# An AOT cache of JDK 25 has no class of picocli, and none that extends one of picocli's, although its training loaded them all.
#
# Guess:  a cache holds what the training run loaded from the class path, whoever compiled it: that is what it is trained for.
# Sight:  picocli 4.7.7 is compiled for Java 5 (class files of version 49), which the JVM's new verifier does not take, and the JVM leaves
#         such classes out of the cache, with a line in its log that few see. Each is read from the jar and verified at each start, as
#         without a cache; so is each of the program's own classes that extends or implements one.
# Hurts:  command lines, for which start is most of the time: the library that parses the arguments is in each of them, and what it costs
#         stays, however well the rest is cached. Nothing fails, and -XX:AOTMode=on, which ends the JVM where it has no cache, says nothing.
set -euo pipefail

if ! java -XX:+PrintFlagsFinal -version 2> /dev/null | grep ' AOTCacheOutput ' > /dev/null; then
  echo "needs JDK 25 as java on the PATH" >&2
  exit 2
fi
picocli=4.7.7
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > pom.xml <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>info.picocli</groupId><artifactId>picocli</artifactId><version>$picocli</version></dependency>
  </dependencies>
</project>
POM
mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=. > maven.log 2>&1 || { cat maven.log; exit 2; }
cat > Hello.java <<'JAVA'
import picocli.CommandLine;

class Hello implements Runnable, CommandLine.IVersionProvider {
    @CommandLine.Option(names = "--name")
    String name;

    public String[] getVersion() {
        return new String[] {"1"};
    }

    public void run() {
        System.out.println("hello " + name);
    }

    public static void main(String[] args) {
        Plain.greet();
        new CommandLine(new Hello()).execute(args);
    }
}

class Plain {
    static void greet() {}
}
JAVA
javac -cp "picocli-$picocli.jar" Hello.java
jar cf hello.jar Hello.class Plain.class
java -XX:AOTCacheOutput=hello.aot -cp "hello.jar:picocli-$picocli.jar" Hello --name x > training 2>&1
java -XX:AOTMode=on -XX:AOTCache=hello.aot -Xlog:class+load:file=loaded -cp "hello.jar:picocli-$picocli.jar" Hello --name x > output

# Of the class path: from the cache, or from where else.
from_jar() { grep -c " $1[^ ]* source: file:" loaded || true; }
from_cache() { grep -c " $1[^ ]* source: shared objects file" loaded || true; }
java -version 2>&1 | sed -n 1p
unzip -q "picocli-$picocli.jar" picocli/CommandLine.class
echo "picocli $picocli: class files of version $(od -An -j7 -N1 -tu1 picocli/CommandLine.class | tr -d ' ')"
echo "classes of picocli: $(from_cache 'picocli\.') from the cache, $(from_jar 'picocli\.') from the jar"
echo "Hello, which implements one of them: $(from_cache Hello) from the cache, $(from_jar Hello) from the jar"
echo "Plain: $(from_cache Plain) from the cache, $(from_jar Plain) from the jar"
[ "$(from_cache 'picocli\.')" -eq 0 ] && [ "$(from_jar 'picocli\.')" -ge 30 ] && [ "$(from_jar Hello)" -eq 1 ] &&
  [ "$(from_cache Plain)" -eq 1 ]
