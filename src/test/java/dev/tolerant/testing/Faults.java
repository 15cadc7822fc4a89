package dev.tolerant.testing;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What goes wrong on a mock API server, and what it was asked. The tests' own requests never fail, and are not recorded. */
public final class Faults {
    private final StoredObjects objects;
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final List<Served> served = new CopyOnWriteArrayList<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    public Faults(StoredObjects objects) {
        this.objects = objects;
    }

    /** An answer in JSON; {@link #NONE} leaves the request without one. */
    public record Answer(int code, String body) {
        public static final Answer NONE = new Answer(0, "");

        public static Answer ok(String body) {
            return new Answer(200, body);
        }

        public static Answer failure(int code) {
            return new Answer(
                    code,
                    "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"metadata\": {}, \"status\": \"Failure\", \"code\": "
                            + code + "}");
        }
    }

    private record Fault(String pattern, int code) {}

    private record Served(String pathPattern, BiFunction<String, String, Answer> answer) {}

    private record Asked(String line, String body) {}

    /** Answers all matching requests with the status code until healed; the pattern applies to the path with its query. */
    public void answer(String method, String pathPattern, int code) {
        faults.add(new Fault(method + " " + pathPattern, code));
    }

    /** Leaves all matching requests unanswered until healed. */
    public void silence(String method, String pathPattern) {
        answer(method, pathPattern, 0);
    }

    /** Answers all requests for matching paths in place of the server, and of what was to answer them before. */
    public void serve(String pathPattern, Function<String, Answer> answer) {
        serve(pathPattern, (path, body) -> answer.apply(path));
    }

    /** The same, where the body of the request matters. */
    public void serve(String pathPattern, BiFunction<String, String, Answer> answer) {
        served.add(0, new Served(pathPattern, answer));
    }

    public void heal() {
        faults.clear();
    }

    /** Tells the watches of this path, at least one, as an API server does, that their resourceVersion is too old. */
    public void expireWatches(String path) {
        eventually(() ->
                assertThat(objects.tellWatches(path, StoredObjects.EXPIRED)).isPositive());
    }

    /** Cuts the watches of this path, at least one. */
    public void cutWatches(String path) {
        eventually(
                () -> assertThat(objects.tellWatches(path, StoredObjects.CUT)).isPositive());
    }

    /** Breaks the connections of the watches of this path, at least one. */
    public void breakWatches(String path) {
        eventually(() ->
                assertThat(objects.tellWatches(path, StoredObjects.BROKEN)).isPositive());
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

    /** Records the request; what answers it in place of the server, null if nothing does. */
    @Nullable
    public Answer to(String method, String path, String body) {
        String line = method + " " + path;
        asked.add(new Asked(line, body));
        for (Fault fault : faults) {
            if (line.matches(fault.pattern())) {
                return fault.code() == 0 ? Answer.NONE : Answer.failure(fault.code());
            }
        }
        for (Served own : served) {
            if (path.matches(own.pathPattern())) {
                return own.answer().apply(path, body);
            }
        }
        return null;
    }
}
