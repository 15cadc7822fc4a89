package dev.tolerant.server.certificate;

import dev.tolerant.engine.model.OneLine;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/** Problems with the certificate: logs and counts each sentence once, until no problem is left. */
@Singleton
class CertificateProblems {
    private static final Logger LOG = Logger.getLogger(CertificateProblems.class);

    private final MeterRegistry registry;
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    CertificateProblems(MeterRegistry registry) {
        this.registry = registry;
    }

    void note(String sentence) {
        if (said.add(sentence)) {
            LOG.warn(OneLine.logged(sentence));
            registry.counter("tolerant.problems", "kind", "certificate").increment();
        }
    }

    void none() {
        if (!said.isEmpty()) {
            said.clear();
            LOG.info("the certificate has no problems any more");
        }
    }
}
