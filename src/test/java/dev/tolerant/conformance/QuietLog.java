package dev.tolerant.conformance;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Keeps a test class's thousands of refusals out of the log. */
final class QuietLog implements BeforeAllCallback, AfterAllCallback {
    private static final Logger LOG = Logger.getLogger("dev.tolerant.server.webhook.AdmissionLog");

    @Override
    public void beforeAll(ExtensionContext context) {
        LOG.setLevel(Level.WARNING);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        LOG.setLevel(null);
    }
}
