#!/usr/bin/env bash
# Netty starts Bouncy Castle for each server that speaks TLS, if its jars are on the class path, though the key comes from a KeyStore.
#
# Guess:  a library that lies on the class path for something else is not touched: the key is in a KeyManagerFactory, no provider is
#         registered, and SslProvider.JDK is asked for.
# Sight:  in Netty 4.1.138 the static initializer of JdkSslServerContext reads a test key from PEM text, by Bouncy Castle where its jars
#         are, and so makes a whole BouncyCastleProvider: some 600 classes of it, about twice the time of the first SslContext. Security's list
#         of providers is the same afterwards.
# Hurts:  programs that start often or have little memory, and have bcprov and bcpkix by some other dependency: some hundred
#         milliseconds and classes more at each start, for a test key, and nothing in the program's own code says so.
set -euo pipefail

netty=4.1.138.Final
bouncycastle=1.86
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > pom.xml <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.netty</groupId><artifactId>netty-handler</artifactId><version>$netty</version></dependency>
    <dependency><groupId>org.bouncycastle</groupId><artifactId>bcpkix-jdk18on</artifactId><version>$bouncycastle</version></dependency>
  </dependencies>
</project>
POM
mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=with
mkdir without
cp with/netty-* without
keytool -genkeypair -alias key -keyalg RSA -dname CN=example -storetype PKCS12 -keystore keys -storepass changeit 2> keytool.log
cat > Server.java <<'JAVA'
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import java.security.KeyStore;
import java.security.Security;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;

class Server {
    public static void main(String[] none) throws Exception {
        char[] password = "changeit".toCharArray();
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(new File("keys"), password), password);
        long start = System.nanoTime();
        SslContextBuilder.forServer(keys).sslProvider(SslProvider.JDK).build();
        System.out.print((System.nanoTime() - start) / 1_000_000 + " ms, ");
        System.out.println("registered: " + Arrays.stream(Security.getProviders()).anyMatch(provider -> provider.getName().equals("BC")));
    }
}
JAVA
mkdir classes
javac -cp 'without/*' -d classes Server.java
echo "netty-handler $netty, bcpkix-jdk18on $bouncycastle"
for jars in without with; do
  said=$(java -Xlog:class+load:file="$jars.log" -cp "$jars/*:classes" Server 2> error)
  echo "$jars Bouncy Castle's jars: $(grep -c 'org\.bouncycastle\.' "$jars.log" || true) of its classes, $said"
done | tee seen
grep -Eq '^without .*: 0 of its classes, [0-9]+ ms, registered: false$' seen
grep -Eq '^with .*: [3-9][0-9][0-9] of its classes, [0-9]+ ms, registered: false$' seen
