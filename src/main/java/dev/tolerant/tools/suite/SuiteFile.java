package dev.tolerant.tools.suite;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.Toleration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A suite as it is written; paths are relative to the file.
 *
 * @param policies a directory of policies and namespaces
 * @param settings the program's settings by their whole names
 * @param nodes a file of Node objects
 */
record SuiteFile(
        @Nullable String policies,

        @JsonDeserialize(contentUsing = Written.class) @Nullable
        Map<String, String> settings,

        @Nullable String nodes,
        @Nullable List<Case> tests) {
    // The API refuses a number or a boolean where it has text, so a suite may not expect one there.
    private static final ObjectReader STRICT = JsonMapper.builder()
            .withCoercionConfig(LogicalType.Textual, ManifestFile::takesTextAlone)
            .build()
            .readerFor(SuiteFile.class);

    /** The pod is a file with one pod or workload, or the object itself; {@code as} creates it, of {@code groups}. */
    record Case(
            @Nullable String name,
            @Nullable JsonNode pod,
            @Nullable String as,
            @Nullable List<String> groups,
            @Nullable Expected expect) {}

    /**
     * The outcome that the test expects of the pod; what is left out may be anything.
     *
     * @param refusal a part of the message
     * @param tolerations all of them, in order
     * @param tolerates some of them
     * @param evictedAfterSeconds by taint, {@code key[=value][:Effect]}
     * @param runsOn the names of all nodes where it may run, and of no other
     * @param nodes by name
     */
    record Expected(
            @Nullable String verdict,
            @Nullable String refusal,
            @Nullable List<ExpectedToleration> tolerations,
            @Nullable List<ExpectedToleration> tolerates,

            @JsonDeserialize(contentUsing = Written.class) @Nullable
            Map<String, String> evictedAfterSeconds,

            @Nullable List<String> runsOn,
            @Nullable Map<String, ExpectedNode> nodes) {}

    record ExpectedNode(
            @Nullable Boolean schedulable,

            @JsonDeserialize(using = Written.class) @Nullable
            String evictedAfterSeconds) {}

    /** The text of a value that may be a number or a boolean too. */
    private static final class Written extends StdDeserializer<String> {
        private static final long serialVersionUID = 1;

        Written() {
            super(String.class);
        }

        @Override
        public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return parser.currentToken().isScalarValue()
                    ? parser.getText()
                    : (String) context.handleUnexpectedToken(String.class, parser);
        }
    }

    /** Strictly: a misspelt expectation would never fail. */
    static SuiteFile read(Path file) throws IOException, InvalidSuiteException, InvalidManifestException {
        ManifestFile read = ManifestFile.read(file);
        List<JsonNode> documents =
                read.documents().stream().filter(document -> !document.isNull()).toList();
        if (documents.size() > 1) {
            throw new InvalidSuiteException(file + ": it has more than one document; put each suite into its own file");
        }
        try {
            SuiteFile suite = documents.isEmpty() ? null : STRICT.readValue(documents.get(0));
            if (suite == null || suite.tests == null || suite.tests.isEmpty()) {
                throw new InvalidSuiteException(file + ": tests is missing; give it at least one test");
            }
            return suite;
        } catch (JsonProcessingException wrong) {
            String path = wrong instanceof JsonMappingException mapping ? ManifestProblem.path(mapping) : "";
            throw new InvalidSuiteException(file + ": " + (path.isEmpty() ? "it is not a suite" : path + what(wrong)));
        }
    }

    private static String what(JsonProcessingException wrong) {
        if (wrong instanceof UnrecognizedPropertyException) {
            return " is not a field of a suite";
        }
        return wrong instanceof MismatchedInputException mismatch && mismatch.getTargetType() == String.class
                ? " must be text: put it in quotes"
                : " has a value that does not fit";
    }

    /** Written in the API's schema. */
    record ExpectedToleration(
            @Nullable String key,
            @Nullable String operator,
            @Nullable String value,
            @Nullable String effect,
            @Nullable Long tolerationSeconds) {

        Toleration toleration() {
            return Toleration.written(
                            Objects.requireNonNullElse(key, ""),
                            Objects.requireNonNullElse(operator, ""),
                            Objects.requireNonNullElse(value, ""),
                            Objects.requireNonNullElse(effect, ""),
                            tolerationSeconds)
                    .withMeaning();
        }
    }

    /** A suite that cannot be run; the message is a sentence that names the file and the path. */
    public static final class InvalidSuiteException extends Exception {
        private static final long serialVersionUID = 1;

        InvalidSuiteException(String message) {
            super(message, null, false, false);
        }
    }
}
