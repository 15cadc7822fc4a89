package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.Reservations.Breach;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.ReservationsFixture;
import dev.tolerant.testing.Yaml;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Both who judge pods by reservations: the program, and the API server's guard. */
public record ReservationJudges(Reservations program, ReservationsGuard guard) {
    static final String MADE = "made";

    static final String ML_POOL = """
            metadata: {name: ml-pool}
            spec:
              match: {namespaceSelector: {matchLabels: {team: ml}}}
              tolerations: [{key: gpu, operator: Equal, value: ml, effect: NoSchedule}]
              reserve: {exempt: {namespaces: [agents], serviceAccounts: [tools/runner, jobs/*], users: [ops], groups: [admins]}}
            """;
    static final String OTHERS = """
            ---
            metadata: {name: maintenance}
            spec:
              match: {namespaceSelector: {matchLabels: {team: infra}}}
              reserve: {taints: [{key: maintenance}]}
            ---
            metadata: {name: batch-a}
            spec:
              match: {namespaceSelector: {matchLabels: {team: a}}}
              reserve: {taints: [{key: batch, value: x, effect: NoSchedule}]}
            ---
            metadata: {name: batch-b}
            spec:
              match: {namespaceSelector: {matchExpressions: [{key: team, operator: In, values: [b]}]}}
              reserve: {taints: [{key: batch, value: x, effect: NoSchedule}]}
            ---
            metadata: {name: spot}
            spec:
              match: {namespaceSelector: {matchExpressions: [{key: spot, operator: Exists}]}}
              reserve: {taints: [{key: spot, value: "", effect: NoSchedule}]}
            ---
            metadata: {name: night}
            spec:
              match: {namespaceSelector: {matchLabels: {team: night}}}
              reserve: {taints: [{key: night, value: "1", effect: NoExecute}]}
            ---
            metadata: {name: audited}
            spec:
              mode: Audit
              match: {namespaceSelector: {matchLabels: {team: audit}}}
              reserve: {taints: [{key: audited}]}
            """;
    /** By hand, until policies can take a value from a label; nobody is exempt. */
    public static final String TENANTS = """
            policies:
              tenants:
                labels: {}
                expressions: [{key: tenant, operator: Exists, values: []}, {key: tenant, operator: NotIn, values: [c]}]
                exempt: {namespaces: [], serviceAccounts: [], users: [], groups: []}
            fromLabels: [tenant]
            taints:
              tenant:
              - {value: "", anyValue: false, effect: NoSchedule, policies: [{name: tenants, from: tenant}]}
              - {value: a, anyValue: false, effect: NoSchedule, policies: [{name: tenants, from: tenant}]}
              - {value: b, anyValue: false, effect: NoSchedule, policies: [{name: tenants, from: tenant}]}
              - {value: c, anyValue: false, effect: NoSchedule, policies: [{name: tenants, from: tenant}]}
            """;

    /** By hand: what nodes of teams have, of which one taint has another value than their label. */
    public static final String TEAMS = """
            policies:
              teams:
                labels: {}
                expressions: [{key: team, operator: Exists, values: []}]
                exempt: {namespaces: [], serviceAccounts: [], users: [], groups: []}
            fromLabels: [team]
            taints:
              dedicated:
              - {value: ml, anyValue: false, effect: NoSchedule, policies: [{name: teams, from: team, value: ml}]}
              - {value: web, anyValue: false, effect: NoSchedule, policies: [{name: teams, from: team, value: web}]}
              gpu:
              - {value: a100, anyValue: false, effect: NoSchedule, policies: [{name: teams, from: team, value: ml}]}
              shared:
              - value: x
                anyValue: false
                effect: NoExecute
                policies: [{name: teams, from: team, value: ml}, {name: teams, from: team, value: web}]
            """;

    static ReservationJudges of(Reservations reservations) {
        return new ReservationJudges(reservations, ReservationsGuard.of(reservations));
    }

    /** What policies reserve, as the program compiles it. */
    static Reservations compiled(String policies) {
        return PolicySet.of(PolicyFixture.all(policies)).reservations().reservations();
    }

    /** What is reserved, written by hand. */
    static Reservations read(String written) {
        return ReservationsFixture.of(Yaml.tree(written));
    }

    /** What both say of a pod in a namespace with these labels, without what to remove. */
    String verdict(ObjectNode review, String labels) {
        Map<String, String> read = new ObjectMapper().convertValue(Yaml.tree(labels), Map.class);
        List<String> refusals = guard.refusals(review, read, Set.of());
        Breach breach = breach(review, read);
        assertThat(refusals).hasSize(breach == null ? 0 : 1);
        if (breach == null) {
            return MADE;
        }
        String refused = beforeColon(refusals.get(0));
        String namespace = review.at("/request/namespace").asText();
        assertThat(beforeColon(breach.sentence(namespace))).isEqualTo(refused);
        return refused;
    }

    private @Nullable Breach breach(ObjectNode review, Map<String, String> labels) {
        NamespaceFacts namespace = new NamespaceFacts(
                review.at("/request/namespace").asText(), true, labels, List.of(), List.of(), List.of(), Map.of());
        return program.breach(RequestFixture.reviewOf(review), namespace);
    }

    private static String beforeColon(String sentence) {
        return sentence.substring(0, sentence.lastIndexOf(": remove"));
    }
}
