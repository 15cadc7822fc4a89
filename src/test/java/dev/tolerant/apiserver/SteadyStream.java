package dev.tolerant.apiserver;

import static org.awaitility.Awaitility.await;

import java.math.BigInteger;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** Posts reviews without a pause on kept and on new connections, as API servers do. */
final class SteadyStream {
    private static final int REQUESTS_PER_CONNECTION = 20;

    private final ProgramUnderTest program;
    private final Supplier<SSLContext> trust;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Set<BigInteger> serials = ConcurrentHashMap.newKeySet();
    private volatile boolean isStopped;

    /** Starts two workers that keep their connections, and two that get the trusted authorities before each new one. */
    SteadyStream(ProgramUnderTest program, Supplier<SSLContext> trust) {
        this.program = program;
        this.trust = trust;
        for (int requestsPerConnection :
                new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE, REQUESTS_PER_CONNECTION, REQUESTS_PER_CONNECTION}) {
            Thread thread = new Thread(() -> post(requestsPerConnection), "stream");
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    private void post(int requestsPerConnection) {
        HttpClient client = ProgramUnderTest.client(trust.get());
        try {
            for (int requests = 1; !isStopped; requests++) {
                if (requests % requestsPerConnection == 0) {
                    client = ProgramUnderTest.client(trust.get());
                }
                note(program.review(client, BodyPublishers.ofFile(ProgramUnderTest.REVIEW))
                        .get(10, TimeUnit.SECONDS));
            }
        } catch (Exception failed) {
            failures.add(failed.toString());
        }
    }

    private void note(HttpResponse<String> response) throws Exception {
        if (response.statusCode() != 200 || !response.body().contains("\"allowed\":true")) {
            failures.add(response.statusCode() + " " + response.body());
        }
        X509Certificate shown =
                (X509Certificate) response.sslSession().orElseThrow().getPeerCertificates()[0];
        serials.add(shown.getSerialNumber());
        answered.incrementAndGet();
    }

    /** Waits until this many more reviews are answered, or one has failed. */
    void awaitAnswered(int more) {
        int before = answered.get();
        await().until(() -> answered.get() > before + more || !failures.isEmpty());
    }

    /** The serial numbers of all certificates that the server presented. */
    Set<BigInteger> serials() {
        return Set.copyOf(serials);
    }

    /** Lets each worker finish its current review, then stops it. */
    void stop() throws InterruptedException {
        isStopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** The failures; a worker stops at its first one. */
    List<String> failures() {
        return List.copyOf(failures);
    }
}
