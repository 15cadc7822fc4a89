package dev.tolerant.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.WholeProgram;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Similar programs have written whole reviews, including secrets, to their logs. */
class PeerDefectsLogTest {
    private static final String SECRET = "hunter2";

    private static final String FORGED =
            "web\" namespace=\"kube-system\" decision=patched\\ \n\u2028\u202euid=\"other\"";

    private final Logger all = Logger.getLogger("dev.tolerant");
    private final Logger admission = Logger.getLogger("dev.tolerant.server.webhook");
    private final Records records = new Records();
    private final WholeProgram webhook = WholeProgram.with(
            Map.of(), NamespaceFixture.annotated(NamespaceFacts.TOLERATIONS_WHITELIST, "[{\"key\": \"disk\"}]"));

    /** Everything that is logged, formatted. */
    private static final class Records extends Handler {
        private final List<String> texts = new ArrayList<>();
        private final List<String> lines = new ArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            lines.add(entry.getMessage());
            texts.add(entry.getMessage() + " " + Arrays.toString(entry.getParameters()) + " " + entry.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @BeforeEach
    void listen() {
        records.setLevel(Level.ALL);
        all.addHandler(records);
        all.setLevel(Level.ALL);
        admission.setLevel(Level.ALL);
    }

    @AfterEach
    void stopListening() {
        all.removeHandler(records);
        all.setLevel(null);
        admission.setLevel(Level.WARNING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'containers': [{'env': [{'name': 'PASSWORD', 'value': 'hunter2'}]}]}",
                "{'tolerations': [{'key': 'spot'}], 'containers': [{'env': [{'value': 'hunter2'}]}]}",
                "{'tolerations': 'hunter2'}",
                "{'tolerations': [{'tolerationSeconds': 'hunter2'}]}",
                "{'hostNetwork': 'hunter2'}",
                "{'containers': [{'env': [{'value': 'hunter2'}], 'resources': 'hunter2'}]}",
                "{'containers': [{'resources': {'limits': {'cpu': 'hunter2'}}}]}",
                "{'containers': 'hunter2'}",
                "{'initContainers': [{'command': ['hunter2'], 'resources': {'requests': ['hunter2']}}]}"
            })
    void d21NothingOfAPodsContentIsLogged(String spec) throws Exception {
        byte[] review = WholeProgram.JSON.writeValueAsBytes(PodReview.createSpec(spec));

        webhook.answer(review);

        assertThat(records.texts)
                .isNotEmpty()
                .allSatisfy(text -> assertThat(text).contains("uid-1").doesNotContain(SECRET));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2",
                "{\"hunter2",
                "{\"a\": hunter2}",
                "{\"a\": \"hunter2",
                "{\"a\": \"hunter2\u0001\"}",
                "{\"kind\": \"hunter2\"}",
                "{\"kind\": \"AdmissionReview\", \"apiVersion\": \"hunter2\"}",
                "{\"kind\": {\"hunter2\": 1}}",
                "\"hunter2\"",
                "{} hunter2"
            })
    void d21NothingOfABodyThatIsNoReviewIsLoggedOrAnswered(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> webhook.answer(bytes))
                .hasMessageNotContaining(SECRET)
                .hasNoCause();
        assertThat(records.texts).noneMatch(text -> text.contains(SECRET));
    }

    @Test
    void d21WarningsAndAuditAnnotationsHaveNothingOfABrokenPodEither() {
        ObjectNode review = PodReview.createSpec("{'containers': [{'resources': {'limits': 'hunter2'}}]}");

        WholeProgram.Answer answer = webhook.ask(review);

        assertThat(answer.response().path("warnings")).hasSize(1);
        assertThat(answer.response().toString()).doesNotContain(SECRET);
    }

    @Test
    void d21APodsNameCannotStartALineOfItsOwn() throws Exception {
        ObjectNode review = PodReview.create(
                "{'metadata': {'name': 'web\\nuid=forged decision=patched'}, 'spec': {'tolerations': [{'key': 'spot'}]}}");

        webhook.answer(WholeProgram.JSON.writeValueAsBytes(review));

        assertThat(records.texts).isNotEmpty().noneMatch(text -> text.contains("\n"));
    }

    /** A log line, as a program reads its fields. */
    private static final Pattern FIELDS = Pattern.compile("uid=\"[^\"]*\" operation=\"[^\"]*\""
            + "( namespace=\"[^\"]*\" pod=\"[^\"]*\")? decision=[a-z]+ (reasons|problem)=\"[^\"]*\"");

    @ParameterizedTest
    @ValueSource(
            strings = {"/request/uid", "/request/operation", "/request/namespace", "/request/object/metadata/name"})
    void d21AFieldThatTheAuthorWritesIsOneQuotedFieldWhateverItHolds(String field) throws Exception {
        ObjectNode review =
                PodReview.create("{'metadata': {'name': 'web'}, 'spec': {'tolerations': [{'key': 'spot'}]}}");
        JsonPointer pointer = JsonPointer.compile(field);
        ((ObjectNode) review.at(pointer.head())).put(pointer.last().getMatchingProperty(), FORGED);

        webhook.answer(WholeProgram.JSON.writeValueAsBytes(review));

        assertThat(records.lines).isNotEmpty().allMatch(FIELDS.asMatchPredicate());
        assertThat(records.lines)
                .allSatisfy(line -> assertThat(line)
                        .doesNotContain("namespace=\"kube-system\"", "uid=\"other\"", "\u2028", "\u202e"));
    }

    @Test
    void d21APolicysReasonQuotesWhatTheAuthorWroteToo() throws Exception {
        ObjectNode review = PodReview.create("{'spec': {'tolerations': [{'key': 'disk'}]}}");
        ((ObjectNode) review.at("/request/object/spec/tolerations/0")).put("value", FORGED);

        webhook.answer(WholeProgram.JSON.writeValueAsBytes(review));

        assertThat(records.lines).anyMatch(line -> line.contains(" decision=refused "));
        assertThat(records.lines).allMatch(FIELDS.asMatchPredicate());
    }

    @Test
    void d21AProblemQuotesWhatTheAuthorWroteToo() throws Exception {
        ObjectNode review = PodReview.createSpec("{'nodeSelector': {'x': 'hunter2'}}");
        ((ObjectNode) review.at("/request/object/spec/nodeSelector")).put(FORGED, 7);

        webhook.answer(WholeProgram.JSON.writeValueAsBytes(review));

        assertThat(records.lines).isNotEmpty().allMatch(FIELDS.asMatchPredicate());
    }
}
