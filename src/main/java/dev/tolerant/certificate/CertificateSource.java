package dev.tolerant.certificate;

/** Looks for a certificate to serve, again and again. */
interface CertificateSource {

    /** Looks once, and does what is due; false if something went wrong and is worth another look soon. */
    boolean look();
}
