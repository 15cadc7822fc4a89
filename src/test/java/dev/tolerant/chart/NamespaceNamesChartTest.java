package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Namespaces whose names YAML would read as numbers, truth values or nothing. */
class NamespaceNamesChartTest {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final List<String> NAMES = List.of("123", "1e3", "0x1f", "true", "null");

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void aNamespaceIsTextWhereverItIsWritten(String ci) throws IOException {
        Path chart = ChartCopy.in(folder).withoutHooks().path();
        List<String> wrong = new ArrayList<>();
        for (String namespace : NAMES) {
            String manifest = RenderedChart.manifest(chart, RenderedChart.ciValues(ci), "tolerant", namespace);

            int found = 0;
            try (MappingIterator<JsonNode> documents =
                    YAML.readerFor(JsonNode.class).readValues(manifest)) {
                while (documents.hasNext()) {
                    found += collect(documents.next(), "", namespace, wrong);
                }
            }
            assertThat(found).isPositive();
        }
        assertThat(wrong).isEmpty();
    }

    /** How often the namespace is found; what should be the namespace and is not goes into the list. */
    private static int collect(JsonNode node, String path, String namespace, List<String> wrong) {
        int found = 0;
        for (var fields = node.fields(); fields.hasNext(); ) {
            var field = fields.next();
            String place = path + "/" + field.getKey();
            JsonNode value = field.getValue();
            boolean isNamespace = field.getKey().equals("namespace") && value.isValueNode();
            if (isNamespace && !value.isTextual()) {
                wrong.add(place + " is " + value);
            }
            found += isNamespace && namespace.equals(value.textValue()) ? 1 : 0;
            found += collect(value, place, namespace, wrong);
        }
        for (JsonNode item : node.isArray() ? node : YAML.createArrayNode()) {
            boolean ofNames = path.endsWith("/matchNames") || path.endsWith("/values");
            if (ofNames && !item.isTextual()) {
                wrong.add(path + " has " + item);
            }
            found += ofNames && Set.of(namespace).contains(item.asText()) ? 1 : 0;
            found += collect(item, path, namespace, wrong);
        }
        return found;
    }
}
