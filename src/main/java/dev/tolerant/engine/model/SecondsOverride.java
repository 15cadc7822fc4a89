package dev.tolerant.engine.model;

import java.util.Locale;

/** Which of the tolerations that the API server seems to have injected may get a rule's seconds. */
public enum SecondsOverride {
    NONE,
    /** Those that managedFields prove injected. */
    PROVEN,
    /** Also those that are where the API server would have put them. */
    LIKELY;

    /** The name in settings. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
