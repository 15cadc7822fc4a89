package dev.tolerant.certificate;

import java.io.Serial;

/** A registration of the webhook that ought to be there is not. */
final class MissingConfigurationException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    MissingConfigurationException(String configuration) {
        super(configuration + " is missing");
    }
}
