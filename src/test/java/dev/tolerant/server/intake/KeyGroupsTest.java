package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("java.lang.System.properties")
class KeyGroupsTest {
    private final @Nullable String before = System.getProperty(KeyGroups.PROPERTY);

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(KeyGroups.PROPERTY);
        } else {
            System.setProperty(KeyGroups.PROPERTY, before);
        }
    }

    @Test
    void onlyCheapGroupsAreOffered() {
        // Given
        System.clearProperty(KeyGroups.PROPERTY);

        // When
        KeyGroups.limit();

        // Then
        assertThat(System.getProperty(KeyGroups.PROPERTY)).isEqualTo("x25519,secp256r1,secp384r1");
    }

    @Test
    void whatAnOperatorHasSetStays() {
        // Given
        System.setProperty(KeyGroups.PROPERTY, "secp521r1");

        // When
        KeyGroups.limit();

        // Then
        assertThat(System.getProperty(KeyGroups.PROPERTY)).isEqualTo("secp521r1");
    }
}
