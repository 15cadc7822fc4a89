package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.text.Report.Palette;
import dev.tolerant.text.Report.Palette.Tone;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** An object before and after, for people. */
class ChangedManifestTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void aRemovedEntryOfAListIsNoHeading() throws IOException {
        ChangedManifest changed = new ChangedManifest(
                "Pod shop/a", JSON.readTree("{\"items\": [1, 2]}"), JSON.readTree("{\"items\": [2, 3]}"));
        Palette brackets = (tone, text) ->
                tone == Tone.PLAIN ? text : "<" + tone.name().toLowerCase(Locale.ROOT) + ">" + text + "</>";

        assertThat(changed.diff(brackets).lines())
                .containsExactly(
                        "<heading>--- Pod shop/a</>",
                        "<heading>+++ Pod shop/a</>",
                        "<dim>@@ -1,3 +1,3 @@</>",
                        " items:",
                        "<bad>-- 1</>",
                        " - 2",
                        "<good>+- 3</>");
    }
}
