package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.review.Engine.HealedPod;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.testing.ApiRules;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.WholeProgram;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * One pod from its creation on, in a cluster whose settings and policies change, with a webhook that is away at times. It knows
 * what the pod's author wrote; the seconds that the author writes are like nobody else's.
 */
final class PodLife {
    private static final String NAMESPACE = "shop";

    /** What has happened to a pod, or was tried. */
    enum Event {
        CREATED,
        REPLACED,
        APPLIED,
        APPLIED_BY_THE_SERVER,
        REFUSED_BY_THE_API,
        RULES_CHANGED,
        WEBHOOK_AWAY,
        WEBHOOK_CHANGED_IT,
        KEEPER_CHANGED_IT,
        KEEPER_LEFT_IT_ALONE
    }

    private final RandomWorld world;
    private final Map<Event, Integer> events;
    private final ModelledApiServer apiServer = new ModelledApiServer(300, 300);
    private final List<JsonNode> authors = new ArrayList<>();
    private final List<String> story = new ArrayList<>();
    private Map<String, String> settings = Map.of();
    private List<Policy> policies = List.of();
    private int seconds = 1000;
    private ObjectNode pod;

    /** @param events counts what happens */
    PodLife(Random random, Map<Event, Integer> events) {
        this.world = new RandomWorld(random);
        this.events = events;
        changeRules();
        this.pod = create();
    }

    /** What the author wrote last, entry by entry. */
    List<JsonNode> authors() {
        return authors;
    }

    ArrayNode tolerations() {
        return (ArrayNode) pod.at("/spec/tolerations");
    }

    /** What has happened to the pod. */
    String story() {
        return String.join("\n  ", story);
    }

    private void happened(Event event, String how) {
        events.merge(event, 1, Integer::sum);
        story.add(event + " " + how);
    }

    /** Whether a server-side apply owns the tolerations, so that the keeper leaves the pod alone. */
    boolean isApplied() {
        return StreamSupport.stream(pod.at("/metadata/managedFields").spliterator(), false)
                .anyMatch(manager -> manager.path("operation").asText().equals("Apply")
                        && manager.at("/fieldsV1/f:spec").has("f:tolerations"));
    }

    void changeRules() {
        settings = world.texts("life-settings");
        policies = world.compiled("life-policies");
        happened(Event.RULES_CHANGED, settings + " " + policies);
    }

    private ObjectNode create() {
        ObjectNode created = world.object("life-pod");
        ArrayNode list = WholeProgram.JSON.createArrayNode();
        for (int i = world.random().nextInt(3); i > 0; i--) {
            list.add(written());
        }
        if (!list.isEmpty()) {
            ModelledKeeper.own(created, "kubectl");
        }
        if (world.oneIn(10)) {
            byTheServer(created);
        }
        ((ObjectNode) created.get("spec")).set("tolerations", apiServer.defaulted(list));
        happened(Event.CREATED, created.toString());
        return ModelledKeeper.stored(asked("CREATE", created, null, "jane"), NAMESPACE);
    }

    /** A toleration of the author's. */
    private ObjectNode written() {
        ObjectNode toleration = world.object("life-toleration").put("tolerationSeconds", ++seconds);
        authors.add(toleration);
        return toleration;
    }

    /** The author replaces the pod with what it is, but for one entry that is new or has other seconds. */
    void replace() {
        ObjectNode manifest = pod.deepCopy();
        ArrayNode list = (ArrayNode) manifest.at("/spec/tolerations");
        List<JsonNode> before = List.copyOf(authors);
        int index = world.random().nextInt(list.size() + 1);
        if (index == list.size() || !list.get(index).path("effect").asText().equals("NoExecute")) {
            list.add(written());
        } else {
            ObjectNode changed = list.get(index).deepCopy();
            authors.remove(changed);
            changed.put("tolerationSeconds", ++seconds);
            authors.add(changed);
            list.set(index, changed);
        }
        ((ObjectNode) manifest.get("metadata")).remove("managedFields");
        ModelledKeeper.own(manifest, "kubectl-replace");
        update(Event.REPLACED, manifest, before);
    }

    /** The author applies a manifest that has only what the author wrote. */
    void apply() {
        ObjectNode manifest = pod.deepCopy();
        ((ObjectNode) manifest.get("spec")).putArray("tolerations").addAll(authors);
        ((ObjectNode) manifest.get("metadata")).remove("managedFields");
        ModelledKeeper.own(manifest, "kubectl-client-side-apply");
        boolean byTheServer = world.oneIn(4);
        if (byTheServer) {
            byTheServer(manifest);
        }
        update(byTheServer ? Event.APPLIED_BY_THE_SERVER : Event.APPLIED, manifest, List.copyOf(authors));
    }

    /** As {@code kubectl apply --server-side --force-conflicts}, which takes the list over. */
    private static void byTheServer(ObjectNode manifest) {
        manifest.at("/metadata/managedFields")
                .forEach(manager ->
                        ((ObjectNode) manager).put("manager", "gitops").put("operation", "Apply"));
    }

    /** An update that the API server may refuse, and then nothing has happened. */
    private void update(Event how, ObjectNode manifest, List<JsonNode> before) {
        ObjectNode spec = (ObjectNode) manifest.get("spec");
        spec.set("tolerations", apiServer.defaulted(spec.get("tolerations")));
        JsonNode result = asked("UPDATE", manifest, pod, "jane");
        if (ApiRules.acceptsUpdate(tolerations(), result.at("/spec/tolerations"), true)) {
            pod = result.deepCopy();
            happened(how, "to " + pod.at("/spec/tolerations"));
        } else {
            authors.clear();
            authors.addAll(before);
            happened(Event.REFUSED_BY_THE_API, how.toString());
        }
    }

    /** The object after the webhook, if that is there. */
    private JsonNode asked(String operation, ObjectNode object, @Nullable ObjectNode old, String user) {
        if (world.oneIn(4)) {
            happened(Event.WEBHOOK_AWAY, operation);
            return object;
        }
        ObjectNode review =
                world.review(NAMESPACE, WholeProgram.JSON.createObjectNode().put("username", user), object);
        ((ObjectNode) review.get("request")).put("operation", operation).set("oldObject", old);
        WholeProgram.Answer answer = WholeProgram.with(settings, policies).ask(review);
        if (!answer.patch().isEmpty()) {
            happened(Event.WEBHOOK_CHANGED_IT, operation + " of " + object.at("/spec/tolerations") + answer.patch());
        }
        return answer.object();
    }

    /** What the keeper does about the pod now, with the webhook's word on that. */
    HealedPod keeperPass() {
        ModelledKeeper keeper =
                new ModelledKeeper(WholeProgram.config(settings), PolicyFixture.snapshot(PolicySet.of(policies)));
        HealedPod healed = keeper.heal(pod, NamespaceFacts.plain(NAMESPACE));
        Optional.ofNullable(healed.patch())
                .ifPresentOrElse(this::patch, () -> happened(Event.KEEPER_LEFT_IT_ALONE, ""));
        return healed;
    }

    private void patch(byte[] patch) {
        happened(Event.KEEPER_CHANGED_IT, new String(patch, StandardCharsets.UTF_8));
        pod = asked("UPDATE", ModelledKeeper.patched(pod, patch), pod, ModelledKeeper.ACCOUNT)
                .deepCopy();
    }

    /** Whether the keeper reads that a server-side apply owns the tolerations. */
    boolean isReadAsApplied() {
        return ModelledKeeper.read(pod).applied();
    }
}
