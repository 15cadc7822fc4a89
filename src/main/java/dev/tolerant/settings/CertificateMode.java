package dev.tolerant.settings;

import java.util.Locale;

/** Where the serving certificate comes from. */
public enum CertificateMode {
    /** There is none: plain HTTP, or whatever Quarkus' own settings say. */
    NONE,
    /** The program issues it itself. */
    BUILT_IN,
    /** Somebody else puts it into a directory. */
    MOUNTED;

    /** As it stands in the settings. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
