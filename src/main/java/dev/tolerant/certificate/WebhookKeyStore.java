package dev.tolerant.certificate;

import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.quarkus.tls.runtime.KeyStoreAndKeyCertOptions;
import io.quarkus.tls.runtime.KeyStoreProvider;
import io.smallrye.common.annotation.Identifier;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.KeyStoreOptions;
import io.vertx.core.net.PemKeyCertOptions;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.jspecify.annotations.Nullable;

/** The key store {@value #NAME} of the TLS registry, which holds what was issued last, and nothing before that. */
@Singleton
@Identifier(WebhookKeyStore.NAME)
class WebhookKeyStore implements KeyStoreProvider {
    static final String NAME = "webhook";

    private final Instance<TlsConfigurationRegistry> registry;
    private final Event<CertificateUpdatedEvent> updated;
    private volatile @Nullable ServingCertificate certificate;

    WebhookKeyStore(Instance<TlsConfigurationRegistry> registry, Event<CertificateUpdatedEvent> updated) {
        this.registry = registry;
        this.updated = updated;
    }

    /** Has new connections served with this certificate; those that are open go on. */
    void serve(ServingCertificate next) {
        certificate = next;
        TlsConfiguration configuration = registry.get().get(NAME).orElseThrow();
        configuration.reload();
        updated.fire(new CertificateUpdatedEvent(NAME, configuration));
    }

    /** Is asked at every start, also when nothing uses the key store. */
    @Override
    public KeyStoreAndKeyCertOptions getKeyStore(Vertx vertx) {
        ServingCertificate current = certificate;
        try {
            if (current == null) {
                KeyStore empty = KeyStore.getInstance("PKCS12");
                empty.load(null, null);
                return new KeyStoreAndKeyCertOptions(empty, new KeyStoreOptions().setType("PKCS12"));
            }
            PemKeyCertOptions options = new PemKeyCertOptions()
                    .addCertValue(Buffer.buffer(Pem.of(current.certificate())))
                    .addKeyValue(Buffer.buffer(Pem.of(current.key())));
            return new KeyStoreAndKeyCertOptions(options.loadKeyStore(vertx), options);
        } catch (GeneralSecurityException | IOException failed) {
            throw new IllegalStateException("no key store could be made", failed);
        } catch (Exception failed) {
            throw new IllegalStateException("no key store could be made of the serving certificate", failed);
        }
    }
}
