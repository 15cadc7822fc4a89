package dev.tolerant.settings;

import java.util.Locale;

/** Where the serving certificate comes from. */
public enum CertificateMode {
    /** Nowhere: the program serves plain HTTP, or what Quarkus' own settings say. */
    NONE,
    /** The program issues it itself. */
    BUILT_IN,
    /** Somebody else puts it into a directory. */
    MOUNTED;

    /** The value as the settings write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
