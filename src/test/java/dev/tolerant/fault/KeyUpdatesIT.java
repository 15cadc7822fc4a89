package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients that change the keys of their connections without end, which costs the program more than them. */
@Tag("alone")
@ExtendWith(FaultTable.class)
class KeyUpdatesIT {
    private static final String ATTACKER = "127.0.0.2";
    private static final String API_SERVER = "127.0.0.1";
    private static final int AT_ONCE = 8;
    /** Ten times what the program lets pass; this JVM needs the processor for the others, too. */
    private static final int CHANGES = 1000;

    private static final int PATIENCE_MILLIS = 20_000;
    private static final Duration LENGTH = Duration.ofSeconds(3);

    @Test
    void aConnectionIsClosedAfterAFewChangesAndOthersAreAnswered(FaultTable.Rows table) throws Exception {
        // Given
        ExecutorService attackers = Executors.newFixedThreadPool(AT_ONCE);
        try (RunningProgram program = RunningProgram.start("key-updates");
                Load others = Load.paced(API_SERVER, program.mutate(), 50, Bodies.small())) {
            others.awaitAnswered(20);

            // When
            List<Future<Boolean>> changes = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                changes.add(attackers.submit(() -> isClosedAfterChanges(program.mutate())));
            }
            Answers answers = others.after(LENGTH);
            table.add(Row.of("changes of keys without end, 8 connections", "50/s from another peer", answers));

            // Then
            for (Future<Boolean> change : changes) {
                assertThat(change.get(1, TimeUnit.MINUTES)).isTrue();
            }
            assertThat(answers.failures()).isEmpty();
            assertThat(program.metrics())
                    .contains("tolerant_closed_connections_total{reason=\"silent\",server=\"webhook\"} " + AT_ONCE
                            + ".0");
            program.assertUnharmed();
        } finally {
            attackers.shutdownNow();
        }
    }

    private static boolean isClosedAfterChanges(Target target) throws IOException, GeneralSecurityException {
        SSLContext tls = SSLContext.getInstance("TLSv1.3");
        tls.init(
                null, new TrustManager[] {Objects.requireNonNull(target.trust()).get()}, null);
        try (Socket plain = new Socket()) {
            plain.bind(new InetSocketAddress(ATTACKER, 0));
            plain.connect(new InetSocketAddress(API_SERVER, target.port()));
            SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, API_SERVER, target.port(), false);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.startHandshake();
            try {
                for (int i = 0; i < CHANGES; i++) {
                    // On a connection of TLS 1.3 another handshake is a change of keys.
                    socket.startHandshake();
                }
                return socket.getInputStream().read() == -1;
            } catch (SocketTimeoutException open) {
                return false;
            } catch (IOException closed) {
                return true;
            }
        }
    }
}
