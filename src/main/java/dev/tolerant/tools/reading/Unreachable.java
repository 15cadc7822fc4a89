package dev.tolerant.tools.reading;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** An API server that cannot be asked. */
record Unreachable(String context, String address) {
    private static final String WAY_OUT =
            "check the address, the network and the VPN, or name another context with" + " --context";

    /** Why, and the way out. */
    String sentence(IOException failure) {
        String server = "the API server of " + context + " (" + address + ") ";
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
                return server + "has a host name that cannot be found: " + WAY_OUT;
            }
            if (cause instanceof HttpTimeoutException || cause instanceof TimeoutException) {
                return server + "does not answer in time: " + WAY_OUT;
            }
            if (cause instanceof SSLException) {
                return server + "cannot be trusted (" + cause.getMessage()
                        + "): check the certificate-authority of the kubeconfig";
            }
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
                return server + "cannot be reached: " + WAY_OUT;
            }
        }
        return server + "cannot be read: " + failure.getMessage();
    }
}
