package dev.tolerant.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.DocumentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of {@code docs/settings.md} is the Javadoc of the settings; {@code -Dgolden.write=true} writes it anew. */
class SettingsDocumentTest {
    private static final boolean WRITE = Boolean.getBoolean("golden.write");
    private static final Path FILE = Path.of("docs/settings.md");
    private static final Pattern TABLE = Pattern.compile("(<!-- settings: [^>]* -->\\n)(?:\\|[^\\n]*\\n)*");
    private static final String HEAD = "| setting | default | meaning |\n| --- | --- | --- |\n";

    @Test
    void theTableOfSettingsIsTheirJavadoc() throws IOException {
        StringBuilder rows = new StringBuilder();
        SettingDescriptions.read().forEach((name, setting) -> rows.append(row(name, setting)));

        String renewed =
                TABLE.matcher(DocumentFiles.text(FILE)).replaceFirst("$1" + Matcher.quoteReplacement(HEAD + rows));

        if (WRITE) {
            Files.writeString(FILE, renewed);
        }
        assertThat(DocumentFiles.text(FILE)).isEqualTo(renewed);
    }

    @Test
    void everySettingIsThereWithASentence() {
        Map<String, SettingDescriptions.Description> settings = SettingDescriptions.read();

        assertThat(settings)
                .hasSizeGreaterThan(25)
                .containsEntry(
                        "tolerant.rules.extended-resources.ignore",
                        new SettingDescriptions.Description(
                                "",
                                "Extended resources that give their pods no toleration; a name that ends in `*` is a prefix."))
                .allSatisfy((name, setting) -> assertThat(setting.meaning()).endsWith("."));
        assertThat(DocumentFiles.read().table("settings")).hasSameSizeAs(settings.keySet());
    }

    private static String row(String name, SettingDescriptions.Description setting) {
        String byDefault = setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "` ";
        return "| `" + name + "` | " + byDefault + "| " + setting.meaning().replace("|", "\\|") + " |\n";
    }
}
