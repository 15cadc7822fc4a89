import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * Sees to it that a linked runtime trusts whom the JDK trusts, not whom the machine does that links it. A JDK without packaged modules
 * has recorded its own file of certificates. Distributions replace the file by the machine's, to which its owner may have added some;
 * then Mozilla's take its place, of which JDKs make theirs, as Debian's package ca-certificates has them.
 */
final class Certificates {
    private static final String RECORD = "/modules/jdk.jlink/jdk/tools/jlink/internal/runtimelink/fs_java.base_files";
    private static final Path MOZILLA = Path.of("/usr/share/ca-certificates/mozilla");
    private static final String STORE = "lib/security/cacerts";

    private Certificates() {}

    public static void main(String... arguments) throws IOException, GeneralSecurityException {
        Path record = FileSystems.getFileSystem(URI.create("jrt:/")).getPath(RECORD);
        Path store = Path.of(arguments[0], STORE);
        // With packaged modules jlink takes the file from there.
        if (Files.notExists(record)) {
            return;
        }
        String sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(store)));
        if (Files.readAllLines(record).stream().anyMatch(line -> line.endsWith(sum + "|" + STORE))) {
            return;
        }
        if (Files.notExists(MOZILLA)) {
            throw new IOException(System.getProperty("java.home") + "/" + STORE
                    + " is not the JDK's own, and there is no " + MOZILLA + ": build with a JDK as its vendor packs it");
        }
        KeyStore mozilla = KeyStore.getInstance("JKS");
        mozilla.load(null, null);
        try (Stream<Path> files = Files.list(MOZILLA)) {
            for (Path file : files.sorted().toList()) {
                try (InputStream pem = Files.newInputStream(file)) {
                    mozilla.setCertificateEntry(
                            file.getFileName().toString(),
                            CertificateFactory.getInstance("X.509").generateCertificate(pem));
                }
            }
        }
        try (OutputStream out = Files.newOutputStream(store)) {
            mozilla.store(out, "changeit".toCharArray());
        }
    }
}
