package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.policy.Reserve.Exemption;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.Reservations.Entry;
import dev.tolerant.engine.standing.Reservations.Insiders;
import dev.tolerant.engine.standing.Reservations.Opening;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint.Effect;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reservations that a test writes by hand, with everything in fields of its own. */
public final class ReservationsFixture {
    private ReservationsFixture() {}

    public static Reservations of(JsonNode written) {
        Map<String, Insiders> policies = new TreeMap<>();
        written.get("policies")
                .properties()
                .forEach(policy -> policies.put(policy.getKey(), insiders(policy.getValue())));
        Map<String, List<Entry>> taints = new TreeMap<>();
        written.get("taints")
                .properties()
                .forEach(key -> taints.put(
                        key.getKey(),
                        each(key.getValue())
                                .map(taint -> entry(key.getKey(), taint))
                                .toList()));
        return new Reservations(policies, taints);
    }

    private static Stream<JsonNode> each(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new TreeSet<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static Insiders insiders(JsonNode policy) {
        Map<String, String> labels = new TreeMap<>();
        policy.get("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        JsonNode exempt = policy.get("exempt");
        return new Insiders(
                new LabelSelector(
                        labels,
                        each(policy.get("expressions"))
                                .map(expression -> new Requirement(
                                        expression.get("key").asText(),
                                        Requirement.Operator.of(
                                                expression.get("operator").asText()),
                                        texts(expression.get("values"))))
                                .toList()),
                new Exemption(
                        texts(exempt.get("groups")),
                        texts(exempt.get("users")),
                        texts(exempt.get("serviceAccounts")),
                        texts(exempt.get("namespaces"))));
    }

    private static Entry entry(String key, JsonNode taint) {
        return new Entry(
                new ReservedTaint(
                        key,
                        taint.get("anyValue").asBoolean()
                                ? null
                                : taint.get("value").asText(),
                        Effect.of(taint.get("effect").asText())),
                each(taint.get("policies")).map(ReservationsFixture::opening).toList());
    }

    /** Without a label, no value of it counts. */
    private static Opening opening(JsonNode opening) {
        String from = opening.get("from").asText();
        return new Opening(
                opening.get("name").asText(),
                from,
                from.isEmpty() ? "" : opening.path("value").asText());
    }
}
