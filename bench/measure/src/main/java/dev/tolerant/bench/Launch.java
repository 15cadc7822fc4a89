package dev.tolerant.bench;

import java.io.IOException;
import java.util.List;

/** An application and the JVM that runs it. */
record Launch(String name, Application application, Jvm jvm) {
    /** About how long a start takes, in seconds. */
    static final double SECONDS = 4;

    /** Starts it, and returns once it is ready. */
    Server start() throws IOException, InterruptedException {
        return Server.start(application, jvm);
    }

    /** The same, compiled by C1 alone. */
    Launch withC1() {
        return new Launch(name + ", C1 alone", application, jvm.and(List.of("-XX:TieredStopAtLevel=1")));
    }
}
