package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.testing.Certificates;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Three replicas, of which one after the other is replaced, or one dies. */
@Tag("alone")
@Tag("faults")
@ExtendWith(FaultTable.class)
class ReplicasIT {
    private static final int REPLICAS = 3;
    private static final int MORE = 200;
    private static final Duration ORDERLY_END = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private final List<RunningProgram> replicas = new ArrayList<>();
    private Certificates certificates;
    private Proxy service;

    @BeforeEach
    void start() {
        certificates = Certificates.in(directory);
        for (int i = 0; i < REPLICAS; i++) {
            replicas.add(replica("replica-" + i));
        }
        service = Proxy.of(replicas);
        await().until(() -> replicas.stream().allMatch(service::isEndpoint));
    }

    private RunningProgram replica(String name) {
        Map<String, String> settings = new HashMap<>(certificates.settings());
        settings.put("tolerant.policies.source", "none");
        return RunningProgram.startWith(name, settings, certificates.authority());
    }

    @AfterEach
    void stop() {
        service.close();
        replicas.forEach(RunningProgram::close);
    }

    @Test
    void aRollingRestartFailsNoReview(FaultTable.Rows table) throws Exception {
        try (ApiServers apiServers = ApiServers.asking(replicas.get(0).mutate().at(service.port()))) {
            apiServers.awaitMore(MORE);

            for (RunningProgram old : List.copyOf(replicas)) {
                replace(old);
                apiServers.awaitMore(MORE);
            }
            Answers answers = apiServers.stop();
            table.add(Row.of("rolling restart of three replicas", "6 connections through a proxy", answers));

            assertThat(answers.failures()).isEmpty();
        }
    }

    /** As the chart's rollout does: the new one is ready before the old one is told to stop. */
    private void replace(RunningProgram old) throws IOException {
        RunningProgram fresh = replica("replica-" + replicas.size());
        replicas.add(fresh);
        service.add(fresh);
        await().atMost(Duration.ofSeconds(30)).until(() -> service.isEndpoint(fresh));
        old.assertUnharmed();
        old.terminate();
        await("the old replica to end").atMost(ORDERLY_END).until(() -> !old.isAlive());
    }

    @Test
    void whenOneDiesTheOthersAnswerOn(FaultTable.Rows table) throws Exception {
        try (ApiServers apiServers = ApiServers.asking(replicas.get(0).mutate().at(service.port()))) {
            apiServers.awaitMore(MORE);
            RunningProgram killed = replicas.get(1);

            killed.kill();
            await("the endpoint to go").until(() -> !service.isEndpoint(killed));
            Answers until = apiServers.stop();
            table.add(Row.of("kill -9 of one of three replicas", "6 connections, until the endpoint is gone", until));
            Answers afterwards;
            try (ApiServers others = ApiServers.asking(replicas.get(0).mutate().at(service.port()))) {
                others.awaitMore(MORE);
                afterwards = others.stop();
            }
            table.add(Row.of("the same", "6 connections, from then on", afterwards));

            assertThat(afterwards.failures()).isEmpty();
            assertThat(until.answered()).isPositive();
            replicas.get(0).assertUnharmed();
            replicas.get(2).assertUnharmed();
        }
    }
}
