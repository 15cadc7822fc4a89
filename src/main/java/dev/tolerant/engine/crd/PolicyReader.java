package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tolerant.engine.crd.PolicyCompiler.Compiled;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.TolerationRules;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.util.List;

/** Reads TolerationPolicy objects strictly and one by one, so that one that does not fit never hides the others. */
public final class PolicyReader {
    /** What a TolerationPolicy is in a file. */
    public static final String TYPE = "tolerant.dev/v1alpha1/TolerationPolicy";

    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .build();

    private PolicyReader() {}

    /** Compiles an object of a cluster. */
    public static Compiled read(GenericKubernetesResource object, TolerationRules rules) {
        return read(STRICT.<JsonNode>valueToTree(object), rules);
    }

    /** Compiles the object of a manifest; what does not fit is an error that names the field. */
    public static Compiled read(JsonNode object, TolerationRules rules) {
        try {
            return PolicyCompiler.compile(STRICT.treeToValue(object, TolerationPolicy.class), rules);
        } catch (IOException wrongType) {
            return new Compiled(null, List.of(whatIsWrong(wrongType)));
        }
    }

    /** The field that does not fit, and why; never its value. */
    static Problem whatIsWrong(IOException wrong) {
        if (!(wrong instanceof JsonMappingException mapping)
                || mapping.getPath().isEmpty()) {
            return Problem.of("", "it does not match the API's schema");
        }
        return Problem.of(
                Problem.path(mapping),
                wrong instanceof UnrecognizedPropertyException
                        ? "is not a field of the API"
                        : "has a value that the API does not allow");
    }
}
