package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Closeable;
import java.net.InetSocketAddress;

/** A cluster that can be asked now. */
public interface ClusterApi {

    /**
     * The object at a path of the API; a missing node if there is none.
     *
     * @throws UnansweredException if the API server refuses to say, or cannot be reached
     */
    JsonNode get(String path) throws UnansweredException;

    /**
     * Sends an object to a path of the API, for questions that are asked so.
     *
     * @throws UnansweredException if the API server cannot be reached
     */
    ApiAnswer post(String path, JsonNode object) throws UnansweredException;

    /**
     * Opens a way to the port of a pod.
     *
     * @throws UnansweredException if there is none
     */
    Tunnel tunnel(String namespace, String pod, int port) throws UnansweredException;

    /**
     * What the API server answers.
     *
     * @param code of HTTP
     * @param message for people, if it refuses
     */
    record ApiAnswer(int code, JsonNode object, String message) {
        private static final int REFUSALS = 400;

        boolean isRefusal() {
            return code >= REFUSALS;
        }
    }

    /** A way to a port, as an address of this machine. */
    interface Tunnel extends Closeable {
        InetSocketAddress address();

        @Override
        void close();
    }
}
