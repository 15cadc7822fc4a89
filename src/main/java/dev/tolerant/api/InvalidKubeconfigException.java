package dev.tolerant.api;

/** A kubeconfig that nobody can use; the message is one sentence. */
public final class InvalidKubeconfigException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidKubeconfigException(String message) {
        super(message);
    }
}
