package dev.tolerant.bench;

import java.io.IOException;
import java.net.ServerSocket;

/** The ports of one server. */
record Ports(int http, int https, int management) {

    /** Ports that nobody listens on. */
    static Ports free() throws IOException {
        try (ServerSocket http = new ServerSocket(0);
                ServerSocket https = new ServerSocket(0);
                ServerSocket management = new ServerSocket(0)) {
            return new Ports(http.getLocalPort(), https.getLocalPort(), management.getLocalPort());
        }
    }
}
