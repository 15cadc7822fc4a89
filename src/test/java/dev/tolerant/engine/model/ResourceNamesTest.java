package dev.tolerant.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.Resources.ResourceNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which resource names are extended resources. */
class ResourceNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"nvidia.com/gpu", "a/b", "k8s.io/x", "example.com/Device_1.x"})
    void anExtendedResource(String name) {
        assertThat(ResourceNames.isExtended(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "cpu",
                "hugepages-2Mi",
                "kubernetes.io/x",
                "foo.kubernetes.io/x",
                "mykubernetes.io/x",
                "requests.nvidia.com/gpu",
                "Nvidia.com/gpu",
                "a/b/c",
                "/x",
                "x/",
                "deviceclass.resource.kubernetes.io/foo"
            })
    void noExtendedResource(String name) {
        assertThat(ResourceNames.isExtended(name)).isFalse();
    }

    @Test
    void aDomainLeavesRoomForTheQuotasPrefix() {
        assertThat(ResourceNames.isExtended("a".repeat(244) + "/x")).isTrue();
        assertThat(ResourceNames.isExtended("a".repeat(245) + "/x")).isFalse();
    }
}
