package dev.tolerant.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Loopback ports that were free a moment ago; each is handed out once. */
final class FreePorts {
    private final Iterator<Integer> ports;

    private FreePorts(List<Integer> ports) {
        this.ports = ports.iterator();
    }

    /** Finds this many ports together, so that all of them differ. */
    static FreePorts find(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> ports =
                    sockets.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return new FreePorts(ports);
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
    }

    int next() {
        return ports.next();
    }
}
