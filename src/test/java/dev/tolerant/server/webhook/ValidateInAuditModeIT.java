package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The validating endpoint of the running program in audit mode, which stops no pod. */
@QuarkusTest
@Tag("alone")
@TestProfile(ValidateInAuditModeIT.Auditing.class)
class ValidateInAuditModeIT {
    /** The policies of dev mode, which refuse nothing here. */
    public static class Auditing implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "tolerant.mode", "audit",
                    "tolerant.policies.source", "directory",
                    "tolerant.policies.directory", ValidateIT.DIRECTORY);
        }
    }

    @Test
    void aPodThatCannotBeReadIsAllowed() throws IOException {
        // When
        JsonNode response = ValidateIT.response(ValidateIT.post("/validate", ValidateIT.MALFORMED));

        // Then
        assertThat(response.get("allowed").booleanValue()).isTrue();
    }
}
