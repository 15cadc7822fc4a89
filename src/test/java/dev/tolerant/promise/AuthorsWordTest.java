package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.testing.ApiRules;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.WholeProgram;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Promise 1: the webhook never changes, removes or reorders what the pod's author wrote. */
class AuthorsWordTest {
    /** Nothing is lost or reordered (D6). */
    @ManyTrials
    void everyReceivedEntryStaysWhereItIsButForItsSeconds(long seed) {
        Trial.each(seed, trial -> {
            JsonNode received = trial.received().tolerations();

            JsonNode result = trial.result().tolerations();

            assertThat(result.size()).as(trial::describe).isGreaterThanOrEqualTo(received.size());
            for (int i = 0; i < received.size(); i++) {
                assertThat((JsonNode) withoutSeconds(result.get(i)))
                        .as(trial::describe)
                        .isEqualTo(withoutSeconds(received.get(i)));
            }
        });
    }

    @ManyTrials
    void onlyInjectedEntriesGetOtherSeconds(long seed) {
        AtomicInteger changed = new AtomicInteger();
        AtomicInteger changedController = new AtomicInteger();
        Trial.each(seed, trial -> {
            JsonNode received = trial.received().tolerations();

            JsonNode result = trial.result().tolerations();

            for (int i = 0; i < received.size(); i++) {
                if (!result.get(i).equals(received.get(i))) {
                    changed.incrementAndGet();
                    changedController.addAndGet(isRetimedController(trial, received.get(i)) ? 1 : 0);
                    assertThat(mayBeRetimed(trial, i)).as(trial::describe).isTrue();
                }
            }
        });
        assertThat(changed).as("-Dtolerant.seed=%d", seed).hasValueGreaterThan(100);
        assertThat(changedController).as("-Dtolerant.seed=%d", seed).hasValueGreaterThan(0);
    }

    private static boolean mayBeRetimed(Trial trial, int index) {
        PodView pod = trial.received();
        JsonNode toleration = pod.tolerations().get(index);
        if (isRetimedController(trial, toleration)) {
            return true;
        }
        if (!trial.cluster().apiServer().isShape(toleration)) {
            return false;
        }
        return switch (pod.ownership()) {
            case UNREADABLE -> false;
            case UNOWNED -> true;
            case OWNED ->
                (looksInjected(trial, pod.tolerations(), index)
                                || looksInjected(trial, withAppended(trial), index)
                                || isBeforeNamespacesDefaults(trial, index))
                        && (trial.isUpdate() || rewritesLikely(trial));
        };
    }

    private static boolean isRetimedController(Trial trial, JsonNode toleration) {
        return trial.cluster().retimesDaemonSets() && trial.isOfDaemonSet() && isControllers(toleration);
    }

    private static boolean looksInjected(Trial trial, JsonNode tolerations, int index) {
        return trial.cluster()
                .apiServer()
                .likelyInjected(tolerations, trial.received())
                .get(index);
    }

    /** PodTolerationRestriction merges a namespace's defaults into the list after the API server has appended its own. */
    private static boolean isBeforeNamespacesDefaults(Trial trial, int index) {
        TolerantConfig config = WholeProgram.config(trial.cluster().settings());
        JsonNode list = trial.received().tolerations();
        List<Toleration> received =
                RequestFixture.reviewOf(trial.review()).pod().tolerations();
        return config.rules().namespaceAnnotations().apiServerEnforces()
                && !trial.isUpdate()
                && received.stream()
                        .skip(index + 1L)
                        .anyMatch(
                                NamespaceFixture.read(trial.namespace(), config).defaults()::contains);
    }

    /** The received list with what was appended: an author's entry may look injected only with ours after it. */
    private static JsonNode withAppended(Trial trial) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        trial.received().tolerations().forEach(list::add);
        JsonNode result = trial.result().tolerations();
        for (int i = list.size(); i < result.size(); i++) {
            list.add(result.get(i));
        }
        return list;
    }

    private static boolean rewritesLikely(Trial trial) {
        String override = trial.cluster().settings().getOrDefault("rules.node-failure.override", "likely");
        boolean namespaceDefaults = trial.cluster().obeysAnnotations()
                && trial.namespace().getMetadata().getAnnotations().containsKey(NamespaceFacts.DEFAULT_TOLERATIONS);
        return override.equals("likely") || namespaceDefaults;
    }

    private static boolean isControllers(JsonNode toleration) {
        return List.of(ModelledApiServer.NOT_READY, ModelledApiServer.UNREACHABLE).stream()
                        .map(key -> ModelledApiServer.exists(key, "NoExecute"))
                        .anyMatch(written -> ApiRules.isSameEntry(written, toleration))
                && !toleration.hasNonNull("tolerationSeconds");
    }

    private static ObjectNode withoutSeconds(JsonNode toleration) {
        ObjectNode rest = toleration.deepCopy();
        rest.remove("tolerationSeconds");
        return rest;
    }
}
