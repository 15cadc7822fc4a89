package dev.tolerant.core.pod;

import java.util.Locale;

/** Which of the tolerations that look injected by the API server a rule may give other seconds. */
public enum SecondsOverride {
    NONE,
    /** Those that managedFields prove injected. */
    PROVEN,
    /** Also those that stand where the API server would have put them. */
    LIKELY;

    public boolean reaches(Origin origin) {
        return switch (origin) {
            case PROVEN -> this != NONE;
            case LIKELY -> this == LIKELY;
            default -> false;
        };
    }

    /** The name as settings write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
