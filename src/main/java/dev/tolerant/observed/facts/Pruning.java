package dev.tolerant.observed.facts;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.tolerant.engine.json.SkippingParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Copies of an object only what questions need, without a tree of the rest. */
final class Pruning {
    private static final JsonFactory JSON = new JsonFactory();
    private static final ObjectMapper TREES = new ObjectMapper();

    private final JsonParser from;

    private Pruning(JsonParser from) {
        this.from = from;
    }

    /**
     * What is kept of an object of the kind, with its type.
     *
     * @throws IOException if it is not a JSON object
     */
    static byte[] prune(FactKind kind, byte[] json) throws IOException {
        byte[] pruned = prune(kind, Kept.of(kind), json);
        return kind == FactKind.POD && isOfProgram(pruned) ? prune(kind, Kept.ofProgramPod(), json) : pruned;
    }

    /** By the labels that the chart gives pods, without a tree of each pod of the cluster. */
    private static boolean isOfProgram(byte[] pod) throws IOException {
        // Nothing beyond ASCII is looked for.
        String text = new String(pod, StandardCharsets.ISO_8859_1);
        if (!text.contains("\"tolerant\"") || !text.contains("\"webhook\"")) {
            return false;
        }
        JsonNode labels = TREES.readTree(pod).at("/metadata/labels");
        return labels.path("app.kubernetes.io/name").asText().equals("tolerant")
                && labels.path("app.kubernetes.io/component").asText().equals("webhook");
    }

    private static byte[] prune(FactKind kind, Kept all, byte[] json) throws IOException {
        Kept kept = all.without("apiVersion").without("kind");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (SkippingParser from = SkippingParser.of(json);
                JsonGenerator to = JSON.createGenerator(bytes)) {
            if (from.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("it is not a JSON object");
            }
            to.writeStartObject();
            to.writeStringField("apiVersion", kind.apiVersion());
            to.writeStringField("kind", kind.kind());
            new Pruning(from).copyFields(kept, to);
            to.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private void copyFields(Kept kept, JsonGenerator to) throws IOException {
        for (String name = from.nextFieldName(); name != null; name = from.nextFieldName()) {
            Kept field = kept.field(name);
            JsonToken value = from.nextToken();
            if (field == null) {
                from.skipChildren();
            } else {
                to.writeFieldName(name);
                copy(value, field, to);
            }
        }
        if (from.currentToken() != JsonToken.END_OBJECT) {
            throw new IOException("its JSON ends too early");
        }
    }

    private void copy(@Nullable JsonToken value, Kept kept, JsonGenerator to) throws IOException {
        if (value == JsonToken.START_OBJECT) {
            to.writeStartObject();
            copyFields(kept, to);
            to.writeEndObject();
        } else if (value == JsonToken.START_ARRAY) {
            copyElements(kept, to);
        } else if (value == JsonToken.VALUE_STRING) {
            to.writeString(from.getText());
        } else if (value == JsonToken.VALUE_NUMBER_INT || value == JsonToken.VALUE_NUMBER_FLOAT) {
            // As it is written, however many digits it has.
            to.writeNumber(from.getText());
        } else if (value != null && value.isScalarValue()) {
            to.copyCurrentEvent(from);
        } else {
            throw new IOException("its JSON ends too early");
        }
    }

    private void copyElements(Kept kept, JsonGenerator to) throws IOException {
        to.writeStartArray();
        for (JsonToken value = from.nextToken(); value != JsonToken.END_ARRAY; value = from.nextToken()) {
            if (kept.types().isEmpty()) {
                copy(value, kept, to);
            } else {
                copyIfOfType(value, kept, to);
            }
        }
        to.writeEndArray();
    }

    private void copyIfOfType(@Nullable JsonToken value, Kept kept, JsonGenerator to) throws IOException {
        try (TokenBuffer element = new TokenBuffer(null, false)) {
            copy(value, kept, element);
            JsonNode tree = TREES.readTree(element.asParser());
            if (kept.types().contains(tree.path("type").asText())) {
                TREES.writeTree(to, tree);
            }
        }
    }
}
