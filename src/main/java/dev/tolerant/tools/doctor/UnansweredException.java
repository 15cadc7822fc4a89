package dev.tolerant.tools.doctor;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/** A check cannot be made; the message says why, as a clause without a full stop. */
final class UnansweredException extends Exception {
    private static final long serialVersionUID = 1;

    UnansweredException(String why) {
        super(why, null, false, false);
    }

    /** @param forbidden what to say where a right is missing */
    static UnansweredException of(KubernetesClientException failed, String forbidden) {
        return new UnansweredException(
                switch (failed.getCode()) {
                    case -1, 0 -> "the API server cannot be reached: " + message(failed);
                    case HttpURLConnection.HTTP_UNAUTHORIZED ->
                        "the API server does not accept these credentials (401)";
                    case HttpURLConnection.HTTP_FORBIDDEN -> forbidden;
                    default -> "the API server answers " + failed.getCode() + ": " + message(failed);
                });
    }

    /** The API server's own message, without the client's words around it. */
    static String message(KubernetesClientException failed) {
        Status status = failed.getStatus();
        if (status != null && status.getMessage() != null) {
            return status.getMessage();
        }
        Throwable cause = failed.getCause();
        return String.valueOf(cause == null ? failed.getMessage() : cause.getMessage());
    }
}
