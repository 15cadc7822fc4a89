package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnerTest {
    @ParameterizedTest
    @CsvSource({
        "apps/v1, DaemonSet, DaemonSet",
        "batch/v1, Job, Job",
        "v1, ReplicationController, ReplicationController",
        "v1, Node, Node",
        "apps.kruise.io/v1alpha1, DaemonSet, apps.kruise.io/DaemonSet",
        "batch/v1, DaemonSet, batch/DaemonSet",
        "v1, DaemonSet, /DaemonSet",
    })
    void noTwoOwnersHaveOneName(String apiVersion, String kind, String name) {
        Owner owner = Owner.of(apiVersion, kind);

        assertThat(owner.name()).isEqualTo(name);
        assertThat(Owner.parse(name)).isEqualTo(owner);
    }
}
