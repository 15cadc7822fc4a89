package dev.tolerant.settings;

/** Settings that cannot be used; the message is a sentence that names the place and the setting. */
public final class InvalidSettingsException extends Exception {
    private static final long serialVersionUID = 1;

    InvalidSettingsException(String message) {
        super(message, null, false, false);
    }
}
