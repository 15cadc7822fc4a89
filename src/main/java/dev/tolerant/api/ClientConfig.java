package dev.tolerant.api;

import dev.tolerant.api.KubeconfigFile.InvalidKubeconfigException;
import io.fabric8.kubernetes.client.Config;
import io.quarkus.kubernetes.client.runtime.internal.KubernetesClientBuildConfig;
import io.quarkus.kubernetes.client.runtime.internal.KubernetesClientUtils;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;

/** Finds the API server for the program's client: by the kubeconfig that commands would use, and without one as Quarkus does. */
@Singleton
class ClientConfig {

    @Produces
    @Singleton
    static Config config(KubernetesClientBuildConfig settings) {
        try {
            List<io.fabric8.kubernetes.api.model.Config> files = KubeconfigFile.usual();
            if (files.isEmpty()) {
                Config config = KubernetesClientUtils.createConfig(settings);
                KubeconfigContext.requireAddress(config);
                return config;
            }
            Config config = KubeconfigContext.of(null, files).clientConfig();
            if (config.getAdditionalProperties().containsKey(KubeconfigContext.TLS_SERVER_NAME)) {
                throw new ConfigurationException(
                        "the kubeconfig's tls-server-name is not supported where the webhook is"
                                + " served: let its server have that name");
            }
            return config;
        } catch (InvalidKubeconfigException invalid) {
            // Without its cause, which Quarkus would print as a stack trace.
            throw new ConfigurationException(invalid.getMessage());
        } catch (ConfigurationException refused) {
            throw refused;
        } catch (RuntimeException unusable) {
            throw new ConfigurationException("the kubeconfig cannot be used: " + KubeconfigFile.reason(unusable));
        }
    }
}
