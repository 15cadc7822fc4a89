package dev.tolerant.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** As in-tree, a whitelist's Lt and Gt entries admit only themselves, and only Exists covers them. */
@ExtendWith(QuietLog.class)
class ComparisonOperatorsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {'key':'a/b','operator':'Lt','value':'5'}                                           | true
                    {'key':'a/b','operator':'Gt','value':'5'}                                           | false
                    {'key':'a/b','operator':'Lt','value':'6'}                                           | false
                    {'key':'c/d','operator':'Gt','value':'5','effect':'NoSchedule'}                     | true
                    """)
    void anEntryOfExactlyTheSameTextOrUnderExistsIsAdmitted(String entry, boolean admitted) {
        boolean allowed = allowed(entry);

        assertThat(allowed).isEqualTo(admitted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'key':'a/b','operator':'Lt','value':'5','effect':'NoSchedule'}",
                "{'key':'a/b','operator':'Lt','value':'5','effect':'NoExecute','tolerationSeconds':9}",
                "{'key':'e/f','operator':'Gt','value':'5','effect':'NoExecute','tolerationSeconds':9}"
            })
    void aNarrowerEntryIsRefused(String entry) {
        boolean allowed = allowed(entry);

        assertThat(allowed).isFalse();
    }

    private static boolean allowed(String entry) {
        RecordedCase like = Recording.read().cases().stream()
                .filter(each -> !each.pod().submitted().isEmpty())
                .findFirst()
                .orElseThrow();
        ObjectNode review = like.review().deepCopy();
        ((ObjectNode) review.get("request")).put("namespace", "numbers");
        ((ObjectNode) review.at("/request/object/spec")).set("tolerations", Yaml.tree("[" + entry + "]"));
        WholeProgram webhook = WholeProgram.with(
                Map.of(),
                new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("numbers")
                        .addToAnnotations(
                                NamespaceFacts.TOLERATIONS_WHITELIST,
                                Yaml.tree("[{'key':'a/b','operator':'Lt','value':'5'},"
                                                + "{'key':'e/f','operator':'Gt','value':'5','effect':'NoExecute'},"
                                                + "{'key':'c/d','operator':'Exists'}]")
                                        .toString())
                        .endMetadata()
                        .build());
        return webhook.ask(review).allowed();
    }
}
