package dev.tolerant.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.model.Mode;
import org.junit.jupiter.api.Test;

/** The settings of a cluster, whose program may be older than the command that reads them. */
class OfflineSettingsTest {

    @Test
    void settingsOfOthersArePassedOver() throws InvalidSettingsException {
        TolerantConfig config = OfflineSettings.parsed("tolerant.mode=audit\nquarkus.http.port=1\n", "here");

        assertThat(config.mode()).isEqualTo(Mode.AUDIT);
    }

    @Test
    void aSettingThatNoVersionHadIsSaidWithItsPlace() {
        assertThatThrownBy(() -> OfflineSettings.parsed("tolerant.pages=1", "ConfigMap a/b"))
                .hasMessage("ConfigMap a/b: tolerant.pages is not a setting");
    }

    @Test
    void aValueThatCannotBeReadIsSaidWithItsPlace() {
        assertThatThrownBy(() -> OfflineSettings.parsed("tolerant.mode=maybe", "ConfigMap a/b"))
                .hasMessage("ConfigMap a/b: tolerant.mode cannot be \"maybe\": it must be one of audit,enforce");
    }
}
