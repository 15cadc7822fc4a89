package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.toleration.ShortToleration;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of PodTolerationRestriction about the text of an annotation. */
class AnnotationInTreeTest {

    static List<InTreeCase> cases() {
        return InTreeTable.run("annotations.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anAnnotationIsReadAsTheApiServerReadsIt(InTreeCase row) {
        List<String> problems = new ArrayList<>();

        List<Toleration> read = TolerationsAnnotation.read(row.cell("annotation"), problems::add).stream()
                .map(TolerationsAnnotation.Entry::toleration)
                .toList();

        if (row.expected().equals("problem")) {
            assertThat(problems).containsExactly("is ignored: it is not JSON");
            assertThat(read).isEmpty();
        } else {
            assertThat(problems).isEmpty();
            assertThat(read).isEqualTo(ShortToleration.list(row.expected()));
        }
    }
}
