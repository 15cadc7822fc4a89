package dev.tolerant.tools.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

        @JsonDeserialize(contentUsing = Expectation.Written.class) @Nullable
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
            @Nullable Expectation expect) {}

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
        if (wrong.getCause() instanceof IllegalArgumentException because) {
            return ": " + because.getMessage();
        }
        return wrong instanceof MismatchedInputException mismatch && mismatch.getTargetType() == String.class
                ? " must be text: put it in quotes"
                : " has a value that does not fit";
    }

    /** A suite that cannot be run; the message is a sentence that names the file and the path. */
    public static final class InvalidSuiteException extends Exception {
        InvalidSuiteException(String message) {
            super(message, null, false, false);
        }
    }
}
