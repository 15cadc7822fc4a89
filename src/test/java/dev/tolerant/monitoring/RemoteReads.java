package dev.tolerant.monitoring;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnknownFieldSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.Snappy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A remote storage that holds nothing and records what Prometheus asks it for. Before Prometheus evaluates an expression,
 * it sends the selectors in it, as protocol buffers: this is how tests learn what an expression reads.
 */
final class RemoteReads implements AutoCloseable {
    private static final List<String> OPERATORS = List.of("=", "!=", "=~", "!~");
    private static final int QUERIES = 1;
    private static final int MATCHERS = 3;

    private final HttpServer server;
    private final Queue<Selector> selectors = new ConcurrentLinkedQueue<>();

    private RemoteReads(HttpServer server) {
        this.server = server;
    }

    static RemoteReads start() {
        try {
            RemoteReads reads =
                    new RemoteReads(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
            reads.server.createContext("/read", reads::record);
            reads.server.start();
            return reads;
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** What Prometheus has asked for since the last call. */
    List<Selector> taken() {
        List<Selector> taken = new ArrayList<>();
        for (Selector selector = selectors.poll(); selector != null; selector = selectors.poll()) {
            taken.add(selector);
        }
        return taken;
    }

    private void record(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] request = uncompressed(exchange.getRequestBody().readAllBytes());
            UnknownFieldSet.parseFrom(request)
                    .getField(QUERIES)
                    .getLengthDelimitedList()
                    .forEach(query -> selectors.add(selector(query.newCodedInput())));
            // Prometheus takes that as a warning.
            exchange.sendResponseHeaders(404, -1);
        }
    }

    private static byte[] uncompressed(byte[] body) {
        ByteBuf request = Unpooled.buffer();
        new Snappy().decode(Unpooled.wrappedBuffer(body), request);
        return ByteBufUtil.getBytes(request);
    }

    private static Selector selector(CodedInputStream query) {
        String metric = "";
        List<Selector.Matcher> matchers = new ArrayList<>();
        try {
            for (var bytes : UnknownFieldSet.parseFrom(query).getField(MATCHERS).getLengthDelimitedList()) {
                Selector.Matcher matcher = matcher(UnknownFieldSet.parseFrom(bytes));
                if (matcher.label().equals("__name__")) {
                    metric = matcher.value();
                } else {
                    matchers.add(matcher);
                }
            }
        } catch (IOException invalid) {
            throw new UncheckedIOException(invalid);
        }
        return new Selector(metric, matchers);
    }

    private static Selector.Matcher matcher(UnknownFieldSet fields) {
        // A field with its default value, such as the first operator, is left out.
        int operator = fields.getField(1).getVarintList().stream()
                .mapToInt(Long::intValue)
                .findFirst()
                .orElse(0);
        return new Selector.Matcher(text(fields, 2), OPERATORS.get(operator), text(fields, 3));
    }

    private static String text(UnknownFieldSet fields, int number) {
        return fields.getField(number).getLengthDelimitedList().stream()
                .map(bytes -> bytes.toStringUtf8())
                .findFirst()
                .orElse("");
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
