import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Answers as the API server of a cluster in which nothing happens: each file below a folder is a list or an object, a watch stays open
 * and has no event, and all else is refused with a Status. Its arguments are a port and the folder; it prints the requests.
 */
final class ApiServer {
    private final Path objects;

    private ApiServer(Path objects) {
        this.objects = objects;
    }

    public static void main(String[] arguments) throws IOException {
        InetAddress host = InetAddress.getLoopbackAddress();
        HttpServer server = HttpServer.create(new InetSocketAddress(host, Integer.parseInt(arguments[0])), 0);
        server.createContext("/", new ApiServer(Path.of(arguments[1]))::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        System.out.println(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        Path file = objects.resolve(exchange.getRequestURI().getPath().substring(1));
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        if (!exchange.getRequestMethod().equals("GET")) {
            refuse(exchange, 405, "MethodNotAllowed");
        } else if (!Files.isRegularFile(file)) {
            refuse(exchange, 404, "NotFound");
        } else if (query.contains("watch=true")) {
            watch(exchange);
        } else {
            send(exchange, 200, Files.readAllBytes(file));
        }
    }

    private static void refuse(HttpExchange exchange, int code, String reason) throws IOException {
        String status =
                "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"status\": \"Failure\", \"reason\": \"%s\", \"code\": %d}";
        send(exchange, code, status.formatted(reason, code).getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int code, byte[] body) throws IOException {
        exchange.sendResponseHeaders(code, body.length);
        try (OutputStream answer = exchange.getResponseBody()) {
            answer.write(body);
        }
    }

    /** The headers go out at once; the response ends with the process. */
    private static void watch(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
    }
}
