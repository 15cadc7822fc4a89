package dev.tolerant.cluster;

import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Hands requests on, but for those that are to fail; watches can be cut. What tests ask themselves never fails. */
public final class FaultyDispatcher extends Dispatcher {
    static final String OPERATOR = "operator";

    private final Dispatcher healthy;
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final List<Watch> watches = new CopyOnWriteArrayList<>();

    FaultyDispatcher(Dispatcher healthy) {
        this.healthy = healthy;
    }

    /** Requests that fail with a code, or are not answered for long if the code is 0. */
    private record Fault(String method, String pathPattern, int code) {
        boolean concerns(String request) {
            return request.matches(method + " " + pathPattern);
        }
    }

    private record Asked(String line, String body) {}

    private record Watch(String path, WebSocket socket) {}

    /** Answers all requests of this sort with the code, until healed; the pattern is of the path with its query. */
    public void answer(String method, String pathPattern, int code) {
        faults.add(new Fault(method, pathPattern, code));
    }

    /** Lets all requests of this sort wait, until healed. */
    void silence(String method, String pathPattern) {
        faults.add(new Fault(method, pathPattern, 0));
    }

    public void heal() {
        faults.clear();
    }

    /**
     * Tells the watches of this path, as an API server does, that the version from which they go on is too old.
     *
     * @return how many there were
     */
    int expireWatches(String path) {
        int expired = 0;
        for (Watch watch : watches) {
            if (watch.path().startsWith(path)) {
                watch.socket()
                        .send("{\"type\": \"ERROR\", \"object\": {\"kind\": \"Status\", \"apiVersion\": \"v1\","
                                + " \"status\": \"Failure\", \"reason\": \"Expired\", \"code\": 410}}");
                expired++;
            }
        }
        return expired;
    }

    /** Cuts the watches of this path. */
    void cutWatches(String path) {
        for (Watch watch : watches) {
            if (watch.path().startsWith(path) && watches.remove(watch)) {
                watch.socket().close(1001, "going away");
            }
        }
    }

    /** Method and path with query of every request, the tests' own aside. */
    public List<String> requests() {
        return asked.stream().map(Asked::line).toList();
    }

    /** How many requests of this sort there were, the tests' own aside. */
    public long count(String method, String pathPattern) {
        return bodies(method, pathPattern).size();
    }

    /** The bodies of the requests of this sort, the tests' own aside. */
    public List<String> bodies(String method, String pathPattern) {
        return asked.stream()
                .filter(request -> request.line().matches(method + " " + pathPattern))
                .map(Asked::body)
                .toList();
    }

    @Override
    public MockResponse dispatch(RecordedRequest request) {
        if (OPERATOR.equals(request.getHeader("User-Agent"))) {
            return healthy.dispatch(request);
        }
        String line = request.getMethod() + " " + request.getPath();
        asked.add(new Asked(line, body(request)));
        for (Fault fault : faults) {
            if (fault.concerns(line)) {
                return fault.code() == 0
                        ? healthy.dispatch(request).setBodyDelay(1, TimeUnit.HOURS)
                        : failure(fault.code());
            }
        }
        MockResponse response = healthy.dispatch(request);
        WebSocketListener listener = response.getWebSocketListener();
        return listener == null
                ? response
                : new MockResponse()
                        .withWebSocketUpgrade(new Noted(listener, Objects.requireNonNull(request.getPath())));
    }

    /** A copy of the body, which can be read only once. */
    private static String body(RecordedRequest request) {
        return request.getBody() == null ? "" : new String(request.getBody().getBytes(), StandardCharsets.UTF_8);
    }

    private static MockResponse failure(int code) {
        return new MockResponse()
                .setResponseCode(code)
                .setHeader("Content-Type", "application/json")
                .setBody("{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"status\": \"Failure\", \"code\": " + code
                        + "}");
    }

    /** A watch that can be cut. */
    private final class Noted extends WebSocketListener {
        private final WebSocketListener listener;
        private final String path;

        Noted(WebSocketListener listener, String path) {
            this.listener = listener;
            this.path = path;
        }

        @Override
        public void onBeforeAccept(WebSocket socket, Response response) {
            listener.onBeforeAccept(socket, response);
        }

        @Override
        public void onOpen(WebSocket socket, Response response) {
            watches.add(new Watch(path, socket));
            listener.onOpen(socket, response);
        }

        @Override
        public void onMessage(WebSocket socket, String text) {
            listener.onMessage(socket, text);
        }

        @Override
        public void onClosing(WebSocket socket, int code, String reason) {
            listener.onClosing(socket, code, reason);
        }

        @Override
        public void onClosed(WebSocket socket, int code, String reason) {
            listener.onClosed(socket, code, reason);
        }

        @Override
        public void onFailure(WebSocket socket, Throwable failure, Response response) {
            listener.onFailure(socket, failure, response);
        }
    }
}
