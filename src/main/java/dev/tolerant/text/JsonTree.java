package dev.tolerant.text;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.manifest.YamlScalar;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.engine.words.Taint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;

/** Trees of JSON: made of records, and written as YAML. */
public final class JsonTree {
    private static final ObjectMapper JSON = new ObjectMapper()
            .setSerializationInclusion(JsonInclude.Include.NON_NULL)
            .addMixIn(Coded.class, CodedJson.class)
            .addMixIn(Taint.class, TaintJson.class)
            .addMixIn(Taint.Effect.class, EffectJson.class);
    private static final YAMLMapper YAML = YAMLMapper.builder(new KubectlYaml())
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build();

    private JsonTree() {}

    /** Constants are written as their codes; the domain knows no Jackson. */
    private interface CodedJson {
        @JsonValue
        String code();
    }

    /** As in the API, which omits an empty value. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    private interface TaintJson {}

    private interface EffectJson {
        @JsonValue
        String text();
    }

    /** Writes a text in double quotes where kubectl reads another value without them; Jackson's own rule has fewer such texts. */
    private static final class KubectlYaml extends YAMLFactory {
        /** Line breaks and byte order marks that a reader replaces, and a tab where it looks for a block's indentation. */
        private static final Pattern CHANGED_BY_READERS =
                Pattern.compile("[\\r\\x85\\u2028\\u2029\\ufeff]|^[ \\n]*\\t");

        @Override
        protected YAMLGenerator _createGenerator(Writer out, IOContext context) throws IOException {
            return new YAMLGenerator(
                    context, _generatorFeatures, _yamlGeneratorFeatures, _quotingChecker, _objectCodec, out, _version) {
                @Override
                protected void _writeScalar(String value, String type, ScalarStyle style) throws IOException {
                    boolean isSafe = !type.equals("string")
                            || !CHANGED_BY_READERS.matcher(value).find()
                                    && (style != ScalarStyle.PLAIN || YamlScalar.isText(value));
                    super._writeScalar(value, type, isSafe ? style : ScalarStyle.DOUBLE_QUOTED);
                }
            };
        }
    }

    /** Without what is null in components that have no {@link JsonInclude}. */
    public static JsonNode of(Record document) {
        return JSON.valueToTree(document);
    }

    public static String yaml(JsonNode tree) {
        try {
            // kubectl 1.32 loses its place at some of them; they stand only in double quotes.
            return YAML.writeValueAsString(tree).replace("\ufeff", "\\ufeff");
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
