package dev.tolerant.server.certificate;

/** Where the certificate comes from. */
interface CertificateSource {

    /** Looks once, and does what is due; false if something went wrong, so that the next look should be soon. */
    boolean look();
}
