package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.webhook.PodReview;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What drills of the sample clusters print; {@code -Dgolden.write=true} rewrites it. */
class DrillGoldenTest {
    private static final boolean WRITE = Boolean.getBoolean("golden.write");
    private static final Path DUMPS = Path.of("src/test/resources/dumps");
    private static final Path GOLDEN = Path.of("src/test/resources/drill");

    @ParameterizedTest
    @CsvSource({
        "shop, n1, node/n1, 0",
        "shop, n2-maintenance, node/n2 --taint maintenance=true:NoExecute, 1",
        "gpu, zone-a, -l topology.kubernetes.io/zone=eu-1a, 1",
        "gpu, spot-2, node/spot-2 --after 40s, 0",
        "gpu, two-zones, 'spot-1 spot-2 general-1 gpu-1', 0",
        "gpu, all, -l kubernetes.io/os=linux, 1",
        "wrong, a1, node/a1, 1",
        "wrong, most, node/a1 node/a3 node/d1, 1",
        "wrong, a2, node/a2, 0",
        "wrong, a2-out-of-service, node/a2 --taint node.kubernetes.io/out-of-service=nodeshutdown:NoExecute, 0",
    })
    void aDrillOfASampleClusterIsTheGoldenOne(String cluster, String name, String arguments, int exitCode)
            throws IOException {
        CommandRun run = drill(cluster, arguments, "text");

        assertThat(run.err()).isEmpty();
        assertGolden(run, cluster + "-" + name + ".txt");
        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void programsGetTheSame() throws IOException {
        CommandRun json = drill("gpu", "-l topology.kubernetes.io/zone=eu-1a", "json");
        CommandRun yaml = drill("gpu", "-l topology.kubernetes.io/zone=eu-1a", "yaml");

        assertGolden(json, "gpu-zone-a.json");
        assertThat(PodReview.yaml(yaml.out())).isEqualTo(PodReview.yaml(json.out()));
    }

    private static CommandRun drill(String cluster, String arguments, String format) {
        List<String> command = new ArrayList<>(List.of("drill"));
        command.addAll(Arrays.asList(arguments.split(" ")));
        command.addAll(List.of("--from", DUMPS.resolve(cluster + ".json").toString(), "-o", format));
        return CommandRun.of(command.toArray(String[]::new));
    }

    private static void assertGolden(CommandRun run, String name) throws IOException {
        Path golden = GOLDEN.resolve(name);
        if (WRITE) {
            Files.writeString(golden, run.out());
        }
        assertThat(run.out()).isEqualTo(Files.readString(golden));
    }
}
