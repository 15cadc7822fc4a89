package dev.tolerant.server.intake;

/**
 * The groups in which TLS handshakes exchange keys: those in which a handshake costs a server a few milliseconds at most. The
 * JDK also offers finite fields, of which the largest costs it 25 ms for a message that a client can send again and again.
 */
public final class KeyGroups {
    static final String PROPERTY = "jdk.tls.namedGroups";

    /** Go's API servers offer all of them, with FIPS the last two. */
    static final String CHEAP = "x25519,secp256r1,secp384r1";

    private KeyGroups() {}

    /** Limits the groups of this JVM, unless an operator has; to be called before anything uses TLS. */
    public static void limit() {
        if (System.getProperty(PROPERTY) == null) {
            System.setProperty(PROPERTY, CHEAP);
        }
    }
}
