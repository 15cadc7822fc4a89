package dev.tolerant.engine.crd;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.crdv2.generator.CRDGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The CRD of the classes in this package: what fabric8 generates, completed by what it leaves out. */
final class GeneratedCrd {
    private static final String HEADER =
            "# Generated from the classes of TolerationPolicy with the command in CONTRIBUTING.md; do not edit.\n";

    // Not fabric8's writer: with few quotes it writes the text True so that YAML 1.1 reads a boolean.
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
            .build();

    private static final String TEXT = HEADER + yaml();

    private GeneratedCrd() {}

    /** The CRD as an API server reads it. */
    static JsonNode object() {
        return parse(TEXT.getBytes(UTF_8));
    }

    /** The file's content. */
    static String text() {
        return TEXT;
    }

    private static String yaml() {
        Output output = new Output();
        new CRDGenerator()
                .customResourceClasses(TolerationPolicy.class)
                .forCRDVersions("v1")
                .withOutput(output)
                .generate();
        try {
            return YAML.writeValueAsString(new CompletedCrd(parse(output.bytes.toByteArray())).object());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static ObjectNode parse(byte[] yaml) {
        try {
            return (ObjectNode) YAML.readTree(yaml);
        } catch (IOException notYaml) {
            throw new UncheckedIOException(notYaml);
        }
    }

    /** Keeps in memory what fabric8 would write to a file. */
    private static final class Output implements CRDGenerator.CRDOutput<ByteArrayOutputStream> {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public ByteArrayOutputStream outputFor(String name) {
            return bytes;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
