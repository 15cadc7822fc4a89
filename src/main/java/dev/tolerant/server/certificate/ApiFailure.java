package dev.tolerant.server.certificate;

import io.fabric8.kubernetes.client.KubernetesClientException;

/** Why the API server did not do what it was asked. */
final class ApiFailure {
    private ApiFailure() {}

    /** Without an answer the client's own message says nothing of what went wrong. */
    static String why(KubernetesClientException failed) {
        Throwable cause = failed.getCause();
        return String.valueOf(failed.getCode() == 0 && cause != null ? cause.getMessage() : failed.getMessage());
    }
}
