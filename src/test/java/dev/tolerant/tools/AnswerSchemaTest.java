package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.observed.explain.Placement.Obstacle;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.tools.doctor.DoctorReport;
import dev.tolerant.tools.drill.DrillDocument;
import dev.tolerant.tools.lint.LintReport;
import dev.tolerant.tools.reading.ClusterDump;
import dev.tolerant.tools.suite.SuiteReport;
import dev.tolerant.tools.whatif.WhatIfReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docs/answers.schema.json} describes what commands write for programs, in the words of the records' Javadoc. */
class AnswerSchemaTest {
    private static final Path SCHEMA = Path.of("docs/answers.schema.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Kinds that are about no cluster. */
    private static final Set<String> FILES_ALONE = Set.of("LintReport", "TestReport");

    /** A dump is written as it is read, an object at a time. */
    private record Dump(List<JsonNode> items) {}

    private static final Map<String, Class<?>> ANSWERS = new LinkedHashMap<>();

    static {
        ANSWERS.put("ExplanationList", Explanations.Document.class);
        ANSWERS.put("WhatIf", WhatIfReport.Document.class);
        ANSWERS.put("Drill", DrillDocument.class);
        ANSWERS.put("Doctor", DoctorReport.Document.class);
        ANSWERS.put("LintReport", LintReport.Document.class);
        ANSWERS.put("TestReport", SuiteReport.class);
        ANSWERS.put("ClusterDump", Dump.class);
    }

    /** {@code -Dgolden.write=true} writes what the records are now. */
    @Test
    void itIsThatOfTheRecords() throws IOException {
        String generated = schema().toPrettyString() + "\n";

        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(SCHEMA, generated);
        }

        assertThat(Files.readString(SCHEMA)).isEqualTo(generated);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "explain deploy/web -n shop --from DUMPS/shop.json",
                "explain deploy/legacy-cache -n apps --from DUMPS/wrong.json",
                "explain pod/store-1 -n data --from DUMPS/wrong.json",
                "explain --offline -f src/test/resources/manifests/apps",
                "explain pod/toolbox deploy/web -n shop --from DUMPS/shop.json",
                "explain deploy/billing -n legacy --from DUMPS/shop.json",
                "whatif -f src/test/resources/whatif/gpu/proposed.yaml --from DUMPS/gpu.json"
                        + " --settings src/test/resources/whatif/gpu/tolerant.properties",
                "drill node/a1 --from DUMPS/wrong.json",
                "drill node/d1 --from DUMPS/wrong.json",
                "whatif -f DUMPS/policies --from DUMPS/gpu.json",
                "whatif --prune --from DUMPS/wrong.json",
                "drill node/gpu-1 --from DUMPS/gpu.json",
                "drill -l kubernetes.io/os=linux --from DUMPS/shop.json",
                "drill node/n1 --taint maintenance:NoExecute --from DUMPS/shop.json",
                "doctor --from DUMPS/wrong.json",
                "lint src/test/resources/manifests/careless",
                "test src/test/resources/manifests/suite.yaml",
                "dump --from DUMPS/wrong.json",
            })
    void answersFollowIt(String line) throws IOException {
        String command = line.replace("DUMPS", "src/test/resources/dumps");

        CommandRun run = CommandRun.of((line.startsWith("dump ") ? command : command + " -o json").split(" "));

        assertThat(validate(JSON.readTree(run.out()))).as(line).isEmpty();
    }

    @Test
    void anAnswerWithAFieldThatItLacksOrWithoutOneDoesNotFollowIt() throws IOException {
        ObjectNode answer = (ObjectNode)
                JSON.readTree(CommandRun.of("test", "src/test/resources/manifests/suite.yaml", "-o", "json")
                        .out());
        ObjectNode more = answer.deepCopy().put("more", 1);
        ObjectNode less = answer.deepCopy();
        ((ObjectNode) less.at("/items/0")).remove("passed");

        assertThat(validate(answer)).isEmpty();
        assertThat(validate(more)).isNotEmpty();
        assertThat(validate(less)).isNotEmpty();
    }

    private static List<Error> validate(JsonNode answer) throws IOException {
        ObjectNode strict = (ObjectNode) JSON.readTree(Files.readString(SCHEMA)).deepCopy();
        strict.findParents("properties").stream()
                .filter(object -> !object.has("additionalProperties"))
                .forEach(object -> ((ObjectNode) object).put("additionalProperties", false));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(strict)
                .validate(answer);
    }

    private static ObjectNode schema() {
        SchemaGenerator generator = generator();
        ObjectNode schema = JSON.createObjectNode()
                .put("$schema", SchemaVersion.DRAFT_2020_12.getIdentifier())
                .put("title", "What tolerant's commands write with -o json");
        ArrayNode kinds = schema.putArray("oneOf");
        ANSWERS.forEach((kind, type) -> {
            ObjectNode answer = generator.generateSchema(type);
            ObjectNode document = kinds.addObject().put("title", kind).put("type", "object");
            ObjectNode properties = document.putObject("properties");
            properties.putObject("apiVersion").put("const", ClusterDump.API_VERSION);
            properties.putObject("kind").put("const", kind);
            ArrayNode required = document.putArray("required").add("apiVersion").add("kind");
            if (!FILES_ALONE.contains(kind)) {
                ObjectNode metadata = generator.generateSchema(ClusterDump.Metadata.class);
                metadata.remove("$schema");
                properties.set("metadata", metadata);
                required.add("metadata");
            }
            properties.setAll((ObjectNode) answer.get("properties"));
            required.addAll((ArrayNode) answer.get("required"));
        });
        return schema;
    }

    private static SchemaGenerator generator() {
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(
                        JSON, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(new JacksonModule(JacksonOption.FLATTENED_ENUMS_FROM_JSONVALUE))
                .with(Option.INLINE_ALL_SCHEMAS, Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES)
                .without(Option.SCHEMA_VERSION_INDICATOR);
        RecordDescriptions descriptions = new RecordDescriptions();
        config.forFields()
                .withDescriptionResolver(
                        field -> field.isFakeContainerItemScope() ? null : descriptions.of(field.getRawMember()))
                .withNullableCheck(field -> isNullable(field) && isWritten(field))
                .withRequiredCheck(field -> (!isNullable(field) || isWritten(field)) && !isValueOfTaint(field));
        // Objects of the API, and JSON Patches: whatever they are.
        config.forTypesInGeneral()
                .withCustomDefinitionProvider((type, context) -> JsonNode.class.isAssignableFrom(type.getErasedType())
                        ? new CustomDefinition(
                                JSON.createObjectNode(),
                                CustomDefinition.DefinitionType.INLINE,
                                CustomDefinition.AttributeInclusion.YES)
                        : null);
        // Constants are written as their codes, obstacles and effects as text, and times of an eviction as seconds.
        config.forTypesInGeneral()
                .withCustomDefinitionProvider((type, context) -> Coded.class.isAssignableFrom(type.getErasedType())
                                || Set.of(Obstacle.class, Taint.Effect.class).contains(type.getErasedType())
                        ? new CustomDefinition(JSON.createObjectNode().put("type", "string"))
                        : null);
        config.forTypesInGeneral().withCustomDefinitionProvider((type, context) -> {
            ObjectNode seconds = JSON.createObjectNode();
            seconds.putArray("type").add("integer").add("null");
            return type.getErasedType() == EvictionTime.class ? new CustomDefinition(seconds) : null;
        });
        config.forTypesInGeneral().withPropertySorter((one, other) -> 0);
        return new SchemaGenerator(config.build());
    }

    private static boolean isNullable(FieldScope field) {
        return field.getRawMember().getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    /** Jackson leaves it out where it is empty. */
    private static boolean isValueOfTaint(FieldScope field) {
        return field.getDeclaringType().getErasedType() == Taint.class
                && field.getName().equals("value");
    }

    /** Whether Jackson writes the field where it is null. */
    private static boolean isWritten(FieldScope field) {
        return field.getRawMember().isAnnotationPresent(JsonInclude.class);
    }
}
