package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.mockwebserver.dsl.HttpMethod;
import io.fabric8.mockwebserver.http.Buffer;
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
import java.util.function.BiFunction;
import java.util.function.Function;

/** Answers requests, except those that a test makes fail, and can cut watches. The tests' own requests never fail. */
public final class FaultyDispatcher extends Dispatcher {
    static final String OPERATOR = "operator";

    private final Dispatcher healthy;
    private final List<Answers> answers = new CopyOnWriteArrayList<>();
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final List<Watch> watches = new CopyOnWriteArrayList<>();

    FaultyDispatcher(Dispatcher healthy) {
        this.healthy = healthy;
    }

    /** Requests to fail with a status code, or to leave unanswered if the code is 0. */
    private record Fault(String method, String pathPattern, int code) {
        boolean concerns(String request) {
            return request.matches(method + " " + pathPattern);
        }
    }

    /** Requests that a test answers itself, by their path with its query and their body. */
    private record Answers(String pathPattern, BiFunction<String, String, MockResponse> answer) {}

    private record Asked(String line, String body) {}

    private record Watch(String path, WebSocket socket) {}

    /**
     * Answers all matching requests with the status code until healed; the pattern applies to the path with its query.
     */
    public void answer(String method, String pathPattern, int code) {
        faults.add(new Fault(method, pathPattern, code));
    }

    /** Answers all requests for matching paths in place of the server, and of what was to answer them before. */
    public void serve(String pathPattern, Function<String, MockResponse> answer) {
        serve(pathPattern, (path, body) -> answer.apply(path));
    }

    /** The same, where the body of the request matters. */
    public void serve(String pathPattern, BiFunction<String, String, MockResponse> answer) {
        answers.add(0, new Answers(pathPattern, answer));
    }

    /** Leaves all matching requests unanswered until healed. */
    void silence(String method, String pathPattern) {
        faults.add(new Fault(method, pathPattern, 0));
    }

    public void heal() {
        faults.clear();
    }

    /** Tells the watches of this path, at least one, as an API server does, that their resourceVersion is too old. */
    void expireWatches(String path) {
        // The client considers its watch open slightly before the server does.
        ClusterFixture.eventually(() -> assertThat(expireOpenWatches(path)).isPositive());
    }

    private int expireOpenWatches(String path) {
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

    /** Cuts the watches of this path, at least one. */
    void cutWatches(String path) {
        ClusterFixture.eventually(() -> assertThat(cutOpenWatches(path)).isPositive());
    }

    private int cutOpenWatches(String path) {
        int cut = 0;
        for (Watch watch : watches) {
            if (watch.path().startsWith(path) && watches.remove(watch)) {
                watch.socket().close(1001, "going away");
                cut++;
            }
        }
        return cut;
    }

    /** Method and path with query of every request, except the tests' own. */
    public List<String> requests() {
        return asked.stream().map(Asked::line).toList();
    }

    /** The number of matching requests, except the tests' own. */
    public long count(String method, String pathPattern) {
        return bodies(method, pathPattern).size();
    }

    /** The bodies of matching requests, except the tests' own. */
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
        String body = body(request);
        asked.add(new Asked(line, body));
        for (Fault fault : faults) {
            if (fault.concerns(line)) {
                return fault.code() == 0
                        ? healthy.dispatch(request).setBodyDelay(1, TimeUnit.HOURS)
                        : failure(fault.code());
            }
        }
        String path = Objects.requireNonNull(request.getPath());
        for (Answers own : answers) {
            if (path.matches(own.pathPattern())) {
                return own.answer().apply(path, body);
            }
        }
        if (String.valueOf(request.getHeader("Content-Type")).contains("apply-patch")) {
            return applied(request);
        }
        MockResponse response = healthy.dispatch(request);
        WebSocketListener listener = response.getWebSocketListener();
        return listener == null ? response : new MockResponse().withWebSocketUpgrade(new Noted(listener, path));
    }

    /** Server-side apply of an object that has one manager, which the mock does not know: it is made, or replaced as a whole. */
    private MockResponse applied(RecordedRequest request) {
        String object = Objects.requireNonNull(request.getPath()).replaceFirst("\\?.*", "");
        boolean there = !healthy.dispatch(request(request, HttpMethod.GET, object))
                .getStatus()
                .contains("404");
        return there
                ? healthy.dispatch(request(request, HttpMethod.PUT, object))
                : healthy.dispatch(request(request, HttpMethod.POST, object.substring(0, object.lastIndexOf('/'))));
    }

    private static RecordedRequest request(RecordedRequest like, HttpMethod method, String path) {
        return new RecordedRequest(
                like.getHttpVersion(),
                method,
                path,
                like.getHeaders(),
                new Buffer(body(like).getBytes(StandardCharsets.UTF_8)));
    }

    /** A copy of the body, because a body can be read only once. */
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

    /** A watch that the test can cut. */
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
