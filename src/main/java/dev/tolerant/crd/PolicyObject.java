package dev.tolerant.crd;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.crd.PolicyCompiler.Compiled;
import dev.tolerant.manifest.Problem;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A TolerationPolicy as somebody wrote it, read on its own and strictly: one that does not fit is an error of its own,
 * and never hides the others.
 */
public final class PolicyObject {
    public static final String TYPE = "tolerant.dev/v1alpha1/TolerationPolicy";

    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .build();

    private PolicyObject() {}

    public static Compiled compile(GenericKubernetesResource object, TolerationRules rules) {
        return compile(STRICT.<JsonNode>valueToTree(object), rules);
    }

    /** Compiles the object of a manifest; what does not fit is an error that names the field. */
    public static Compiled compile(JsonNode object, TolerationRules rules) {
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
            return Problem.of("", "it is not in the form of the API");
        }
        return Problem.of(
                path(mapping),
                wrong instanceof UnrecognizedPropertyException
                        ? "is no field of the API"
                        : "has a value that the API does not allow");
    }

    /** The path of the field that does not fit. */
    public static String path(JsonMappingException wrong) {
        String path = wrong.getPath().stream()
                .map(part -> part.getFieldName() == null ? "[" + part.getIndex() + "]" : "." + part.getFieldName())
                .collect(Collectors.joining());
        return path.substring(path.startsWith(".") ? 1 : 0);
    }
}
