package dev.tolerant.fault;

import dev.tolerant.testing.Certificates;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;

/** A connection from one address on which a test writes what it likes. */
final class RawConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5000;

    private final Socket socket;

    private RawConnection(Socket socket) {
        this.socket = socket;
    }

    /** Connects and, if the target is encrypted, shakes hands. */
    static RawConnection open(String from, Target target) throws IOException {
        Socket plain = connect(from, target);
        if (target.trust() == null) {
            return new RawConnection(plain);
        }
        SSLSocket encrypted = (SSLSocket) Certificates.trusting(target.trust().get())
                .getSocketFactory()
                .createSocket(plain, "127.0.0.1", target.port(), true);
        return shakeHands(encrypted);
    }

    private static RawConnection shakeHands(SSLSocket encrypted) throws IOException {
        encrypted.setSoTimeout(CONNECT_MILLIS);
        encrypted.startHandshake();
        return new RawConnection(encrypted);
    }

    /** Connects, and sends nothing, not even a handshake. */
    static RawConnection silent(String from, Target target) throws IOException {
        return new RawConnection(connect(from, target));
    }

    private static Socket connect(String from, Target target) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        socket.connect(new InetSocketAddress("127.0.0.1", target.port()), CONNECT_MILLIS);
        return socket;
    }

    /** The head of a post whose body is so long. */
    static byte[] head(Target target, int length) {
        return ("POST " + target.uri() + " HTTP/1.1\r\nHost: tolerant\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    RawConnection write(byte[] bytes) throws IOException {
        return write(bytes, bytes.length);
    }

    RawConnection write(byte[] bytes, int length) throws IOException {
        socket.getOutputStream().write(bytes, 0, length);
        socket.getOutputStream().flush();
        return this;
    }

    /** Whether the server has closed the connection, which is then given back; drops what it has answered. */
    boolean isClosed() {
        try {
            socket.setSoTimeout(1);
            InputStream in = socket.getInputStream();
            byte[] dropped = new byte[4096];
            int count = in.read(dropped);
            while (count > 0) {
                count = in.read(dropped);
            }
            socket.close();
            return true;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
