package dev.tolerant.settings;

import java.util.Locale;
import java.util.Optional;

/** Where the serving certificate comes from. */
public enum CertificateMode {
    NONE(Optional.empty()),
    BUILT_IN(Optional.of("webhook")),
    MOUNTED(Optional.of("mounted"));

    private final Optional<String> tlsConfiguration;

    CertificateMode(Optional<String> tlsConfiguration) {
        this.tlsConfiguration = tlsConfiguration;
    }

    /** The name in Quarkus' TLS registry under which the certificate stands. */
    public Optional<String> tlsConfiguration() {
        return tlsConfiguration;
    }

    /** As it stands in the settings. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
