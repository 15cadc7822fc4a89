package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What apply would change. */
class DiffCommandTest {
    @Test
    void changesAreShownWithWhatStandsAroundThem() {
        // When
        CommandRun run = CommandRun.of("diff", "-f", Repository.app("report.yaml"));

        // Then
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                        --- src/test/resources/manifests/apps/report.yaml
                        +++ src/test/resources/manifests/apps/report.yaml
                        @@ -13,3 +13,12 @@
                                   containers:
                                   - name: report
                                     image: registry.example.com/shop/report:3
                        +          tolerations:
                        +          - key: node.kubernetes.io/not-ready
                        +            operator: Exists
                        +            effect: NoExecute
                        +            tolerationSeconds: 300
                        +          - key: node.kubernetes.io/unreachable
                        +            operator: Exists
                        +            effect: NoExecute
                        +            tolerationSeconds: 300
                        """);
    }

    @Test
    void whereNothingChangesNothingIsShown() {
        // When
        CommandRun run = CommandRun.of("diff", "-f", Repository.app("agent.yaml"));

        // Then
        assertThat(run).isEqualTo(new CommandRun(0, "", ""));
    }

    @Test
    void aRefusalIsADifference() {
        // When
        CommandRun run = CommandRun.of(
                "diff", "-f", Repository.app("curious.yaml"), "--policies", Repository.POLICIES.toString());

        // Then
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("Pod shop/curious: refused: TolerationPolicy keep-out denies");
    }

    @Test
    void additionsAreGreenWhereColoursAreAskedFor() {
        // When
        CommandRun run = CommandRun.of("diff", "-f", Repository.app("report.yaml"), "--color=always");

        // Then
        assertThat(run.out())
                .contains("\u001b[2m@@ -13,3 +13,12 @@\u001b[0m\n", "\u001b[32m+          tolerations:\u001b[0m\n");
    }
}
