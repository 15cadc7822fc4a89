package dev.tolerant.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.github.fge.jsonpatch.JsonPatch;
import com.github.fge.jsonpatch.JsonPatchException;
import dev.tolerant.testing.Yaml;
import java.io.IOException;

/**
 * A change of an object of the API that the program's own account might try.
 *
 * @param name what it would do
 * @param patch a JSON Patch
 */
public record AttemptedChange(String name, ArrayNode patch) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** With operations in JSON, where single quotes may stand for double ones. */
    static AttemptedChange of(String name, String... operations) {
        return new AttemptedChange(name, (ArrayNode) Yaml.tree("[" + String.join(",", operations) + "]"));
    }

    /** The object with the change. */
    JsonNode applyTo(JsonNode object) {
        try {
            return JsonPatch.fromJson(patch).apply(object);
        } catch (IOException | JsonPatchException doesNotApply) {
            throw new AssertionError(name, doesNotApply);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
