package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How long servers take from the start of the process until they are ready, and for the first review behind that. */
record Starts(int count, Path certificate) {

    /** What was seen of some starts of one application. */
    record Seen(Samples secondsToReady, Samples firstReview) {}

    /** Starts the applications in turn, each as often; what was seen, in their order. */
    List<Seen> of(List<Application> applications, List<Jvm> jvms) throws IOException, InterruptedException {
        List<List<Double>> ready = new ArrayList<>();
        List<List<Double>> first = new ArrayList<>();
        for (int i = 0; i < applications.size(); i++) {
            ready.add(new ArrayList<>());
            first.add(new ArrayList<>());
        }
        byte[] review = BenchReview.read("small");
        for (int round = 0; round < count; round++) {
            for (int i = 0; i < applications.size(); i++) {
                try (Server server = Server.start(applications.get(i), jvms.get(i));
                        Connection connection = Connection.open(server.port(), certificate)) {
                    ready.get(i).add(server.secondsToReady());
                    first.get(i).add(connection.milliseconds(review));
                }
            }
        }
        List<Seen> seen = new ArrayList<>();
        for (int i = 0; i < applications.size(); i++) {
            seen.add(new Seen(Samples.of(ready.get(i)), Samples.of(first.get(i))));
        }
        return seen;
    }

    /** Lets this Java grow warm, so that what is timed is the server. */
    void warmUpClient(Server server) throws IOException, InterruptedException {
        try (Connection connection = Connection.open(server.port(), certificate)) {
            for (int i = 0; i < 2000; i++) {
                connection.milliseconds(BenchReview.read("small"));
            }
        }
    }
}
