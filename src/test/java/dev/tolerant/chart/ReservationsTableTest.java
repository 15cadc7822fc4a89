package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.Yaml;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may tolerate what is reserved, by the API server's guard and by the program alike. */
class ReservationsTableTest {
    private static final String OWN = "{key: gpu, value: ml, effect: NoSchedule}";
    private static final String WILDCARD = "{operator: Exists}";
    private static final String MADE = ReservationJudges.MADE;
    private static final ReservationJudges ONE =
            ReservationJudges.of(ReservationJudges.compiled(ReservationJudges.ML_POOL));
    private static final ReservationJudges ALL =
            ReservationJudges.of(ReservationJudges.compiled(ReservationJudges.ML_POOL + ReservationJudges.OTHERS));
    private static final ReservationJudges OF_TENANTS =
            ReservationJudges.of(ReservationJudges.read(ReservationJudges.TENANTS));

    private static final ReservationJudges OF_POLICY = ReservationJudges.of(ReservationJudges.compiled("""
                    metadata: {name: tenants}
                    spec:
                      match: {namespaceSelector: {matchExpressions: [{key: team, operator: Exists}]}}
                      tolerations:
                      - {key: dedicated, valueFrom: {namespaceLabel: team}, effect: NoSchedule}
                      - {key: shared, operator: Exists, effect: NoSchedule}
                      reserve: {}
                    """));
    private static final ReservationJudges OF_TEAMS =
            ReservationJudges.of(ReservationJudges.read(ReservationJudges.TEAMS));

    private static final Map<String, ReservationJudges> JUDGES =
            Map.of("all", ALL, "tenants", OF_TENANTS, "teams", OF_TEAMS, "policy", OF_POLICY);

    private static PodReview tolerating(String toleration) {
        return PodReview.tolerating("[" + toleration + "]").in("web");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # inside
                    {team: ml}          | {key: gpu, value: ml, effect: NoSchedule}       | made
                    {team: ml}          | {key: gpu, operator: Exists}                    | made
                    {team: ml, a: b}    | {operator: Exists}                              | made
                    # outside, and without labels
                    {team: web}         | {key: gpu, value: ml, effect: NoSchedule}       | refused
                    {}                  | {key: gpu, value: ml, effect: NoSchedule}       | refused
                    {}                  | {key: gpu, value: ml}                           | refused
                    {}                  | {key: gpu, operator: Exists}                    | refused
                    {}                  | {operator: Exists}                              | refused
                    {}                  | {operator: Exists, effect: NoSchedule}          | refused
                    {}                  | {key: gpu, operator: Gt, value: '5'}            | refused
                    {}                  | {key: gpu, operator: Lt, value: '5'}            | refused
                    # nothing that is reserved
                    {}                  | {key: gpu, value: web, effect: NoSchedule}      | made
                    {}                  | {key: gpu, value: ml, effect: NoExecute}        | made
                    {}                  | {operator: Exists, effect: NoExecute}           | made
                    {}                  | {key: other, operator: Exists}                  | made
                    """)
    void onlyPodsOfNamespacesInsideMayTolerateIt(String labels, String toleration, String outcome) {
        String verdict = ONE.verdict(tolerating(toleration).creation(), labels);

        assertThat(verdict)
                .isEqualTo(
                        outcome.equals(MADE)
                                ? MADE
                                : "TolerationPolicy ml-pool does not let namespace web tolerate gpu=ml:NoSchedule");
    }

    @Test
    void theGuardSaysWhatToRemove() {
        assertThat(ONE.guard().refusals(tolerating(OWN).creation(), Map.of(), Set.of()))
                .containsExactly("TolerationPolicy ml-pool does not let namespace web tolerate gpu=ml:NoSchedule:"
                        + " remove the toleration");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # each policy reserves for itself
                    # others reserve something too
                    all     | {team: ml}          | {key: gpu, operator: Exists}                    | made
                    all     | {team: ml}          | {operator: Exists, effect: NoExecute}           | refused
                    all     | {team: ml}          | {operator: Exists}                              | refused
                    # every value
                    all     | {team: infra}       | {key: maintenance, value: other}                | made
                    all     | {team: ml}          | {key: maintenance, value: other}                | refused
                    all     | {team: ml}          | {key: maintenance, effect: NoExecute}           | refused
                    # one taint of two policies
                    all     | {team: a}           | {key: batch, value: x, effect: NoSchedule}      | made
                    all     | {team: b}           | {key: batch, value: x, effect: NoSchedule}      | made
                    all     | {team: ml}          | {key: batch, value: x, effect: NoSchedule}      | refused
                    # a taint without value
                    all     | {}                  | {key: spot, value: x, effect: NoSchedule}       | made
                    all     | {}                  | {key: spot, effect: NoSchedule}                 | refused
                    all     | {}                  | {key: spot, operator: Exists}                   | refused
                    all     | {spot: ''}          | {key: spot, effect: NoSchedule}                 | made
                    # NoExecute
                    all     | {}                  | {key: night, value: '1', effect: NoExecute}     | refused
                    all     | {team: night}       | {key: night, value: '1', effect: NoExecute}     | made
                    # a policy that only reports, and the control plane's taints
                    all     | {}                  | {key: audited, operator: Exists}                | made
                    all     | {}                  | {key: node.kubernetes.io/not-ready, operator: Exists} | made
                    # a tenant may tolerate its own value alone
                    tenants | {tenant: a}         | {key: tenant, value: a, effect: NoSchedule}     | made
                    tenants | {tenant: b}         | {key: tenant, value: b}                         | made
                    tenants | {tenant: a}         | {key: tenant, value: b, effect: NoSchedule}     | refused
                    tenants | {tenant: a}         | {key: tenant, operator: Exists}                 | refused
                    tenants | {tenant: a}         | {operator: Exists}                              | refused
                    tenants | {}                  | {key: tenant, value: a, effect: NoSchedule}     | refused
                    tenants | {tenant: ''}        | {key: tenant, value: a, effect: NoSchedule}     | refused
                    tenants | {tenant: ''}        | {key: tenant, effect: NoSchedule}               | refused
                    tenants | {tenant: c}         | {key: tenant, value: c, effect: NoSchedule}     | refused
                    tenants | {tenant: d}         | {key: tenant, value: d, effect: NoSchedule}     | made
                    # a team may tolerate what its nodes have
                    teams   | {team: ml}          | {key: dedicated, value: ml, effect: NoSchedule} | made
                    teams   | {team: ml}          | {key: dedicated, value: web}                    | refused
                    teams   | {team: ml}          | {key: dedicated, operator: Exists}              | refused
                    # the taint has another value than the label
                    teams   | {team: ml}          | {key: gpu, value: a100, effect: NoSchedule}     | made
                    teams   | {team: ml}          | {key: gpu, operator: Exists}                    | made
                    teams   | {team: web}         | {key: gpu, value: a100}                         | refused
                    teams   | {team: a100}        | {key: gpu, value: a100}                         | refused
                    teams   | {team: ''}          | {key: gpu, value: a100}                         | refused
                    teams   | {}                  | {key: gpu, value: a100}                         | refused
                    # two teams have nodes with the same taint
                    teams   | {team: web}         | {key: shared, value: x}                         | made
                    teams   | {team: ml}          | {operator: Exists, effect: NoExecute}           | made
                    teams   | {team: x}           | {key: shared, value: x}                         | refused
                    # a policy of many teams lets each tolerate its own value
                    policy  | {team: ml}          | {key: dedicated, value: ml, effect: NoSchedule} | made
                    policy  | {team: ml}          | {key: dedicated, value: ml}                     | made
                    policy  | {team: ml}          | {key: dedicated, value: web}                    | refused
                    policy  | {team: ml}          | {key: dedicated, value: nobodys}                | refused
                    policy  | {team: ml}          | {key: dedicated, operator: Exists}              | refused
                    policy  | {team: ml}          | {key: dedicated, operator: Gt, value: '5'}      | refused
                    policy  | {team: ml}          | {operator: Exists}                              | refused
                    policy  | {team: ml}          | {operator: Exists, effect: NoExecute}           | made
                    policy  | {team: ml}          | {key: dedicated, effect: NoSchedule}            | refused
                    policy  | {team: ''}          | {key: dedicated, effect: NoSchedule}            | refused
                    policy  | {other: ml}         | {key: dedicated, value: ml}                     | refused
                    policy  | {}                  | {key: dedicated, value: ml}                     | refused
                    # what the policy gives to all of its namespaces
                    policy  | {team: ml}          | {key: shared, operator: Exists}                 | made
                    policy  | {}                  | {key: shared, operator: Exists}                 | refused
                    """)
    void whatIsOpenToANamespaceItsPodsMayTolerate(String judges, String labels, String toleration, String outcome) {
        String verdict = Objects.requireNonNull(JUDGES.get(judges))
                .verdict(tolerating(toleration).creation(), labels);

        assertThat(verdict.equals(MADE)).isEqualTo(outcome.equals(MADE));
    }

    @Test
    void aPodOfATeamThatNamesItsNodePassesTheTaintsOfOthers() {
        ObjectNode review = PodReview.pod("spec: {nodeName: n1}").in("web").creation();

        assertThat(OF_TEAMS.verdict(review, "{team: ml}")).startsWith("nodes are reserved");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    agents | jane  | ''         | ''      | made
                    web    | ops   | ''         | ''      | made
                    web    | jane  | admins     | ''      | made
                    tools  | jane  | ''         | runner  | made
                    jobs   | jane  | ''         | any     | made
                    jobs   | jane  | ''         | ''      | made
                    tools  | jane  | ''         | ''      | refused
                    tools  | jane  | ''         | other   | refused
                    web    | jane  | developers | runner  | refused
                    """)
    void whoIsExemptMayTolerateEverything(String namespace, String user, String group, String account, String outcome) {
        PodReview pod = tolerating(WILDCARD).in(namespace).by(user, "system:authenticated", group);

        ObjectNode review = (account.isEmpty() ? pod : pod.runningAs(account)).creation();

        assertThat(ONE.verdict(review, "{}").equals(MADE)).isEqualTo(outcome.equals(MADE));
        ((ObjectNode) review.at("/request/object/spec")).put("nodeName", "n1").remove("tolerations");
        assertThat(ONE.verdict(review, "{}").equals(MADE)).isEqualTo(outcome.equals(MADE));
    }

    @Test
    void aPodThatNamesItsNodePassesTaints() {
        ObjectNode review = PodReview.pod("spec: {nodeName: n1}").in("web").creation();

        assertThat(ONE.verdict(review, "{}"))
                .isEqualTo("nodes are reserved, and taints do not keep a pod off the node that it names");
        assertThat(ONE.verdict(review, "{team: ml}")).isEqualTo(MADE);
        assertThat(ALL.verdict(review, "{team: ml}")).startsWith("nodes are reserved");
        assertThat(OF_TENANTS.verdict(review, "{tenant: a}")).startsWith("nodes are reserved");
        assertThat(ReservationJudges.of(ReservationJudges.compiled("""
                        metadata: {name: night}
                        spec:
                          match: {namespaceSelector: {matchLabels: {team: night}}}
                          reserve: {taints: [{key: night, effect: NoExecute}, {key: soft, effect: PreferNoSchedule}]}
                        """)).verdict(review, "{}"))
                .isEqualTo(MADE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{metadata: {ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: d, uid: u, controller: true}]}}",
                "{metadata: {ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, uid: u, controller: true}]}}",
                "{metadata: {annotations: {kubernetes.io/config.mirror: x}}}",
                "{metadata: {labels: {tolerant.dev/inject: 'false', team: ml}}}",
            })
    void nothingThatThePodSaysOfItselfOpensIt(String pod) {
        PodReview forged = PodReview.pod("{spec: {tolerations: [" + OWN + "]}, " + pod.substring(1));

        assertThat(ONE.verdict(forged.in("web").creation(), "{}"))
                .startsWith("TolerationPolicy ml-pool does not let namespace ");
        assertThat(ONE.verdict(forged.by("jane", "system:nodes").creation(), "{}"))
                .startsWith("TolerationPolicy ml-pool does not let namespace ");
        assertThat(ONE.verdict(forged.by("system:node:n1").creation(), "{}"))
                .startsWith("TolerationPolicy ml-pool does not let namespace ");
    }

    @Test
    void aKubeletMayMakeItsMirrorPods() {
        PodReview mirror =
                PodReview.pod("{metadata: {annotations: {kubernetes.io/config.mirror: x}}, spec: {nodeName: n1,"
                        + " tolerations: [{operator: Exists}]}}");

        assertThat(ONE.verdict(mirror.by("system:node:n1", "system:nodes").creation(), "{}"))
                .isEqualTo(MADE);
    }

    @Test
    void anUpdateIsJudgedByTheTolerationsThatItAdds() {
        ObjectNode plain = Yaml.object("{metadata: {name: web}, spec: {nodeName: n1}}");
        ObjectNode gated = Yaml.object("{metadata: {name: web}, spec: {schedulingGates: [{name: g}]}}");
        ObjectNode has = plain.deepCopy();
        ((ObjectNode) has.get("spec")).set("tolerations", Yaml.tree("[" + OWN + "]"));
        ObjectNode labelled = has.deepCopy();
        labelled.withObject("/metadata/labels").put("a", "b");
        labelled.withObject("/spec").putArray("containers").addObject().put("image", "other");
        ObjectNode more = has.deepCopy();
        ((ObjectNode) more.at("/spec/tolerations/0")).put("tolerationSeconds", 5);
        ((ArrayNode) more.at("/spec/tolerations"))
                .addObject()
                .put("key", "other")
                .put("operator", "Exists");
        ObjectNode gatedWith = gated.deepCopy();
        ((ObjectNode) gatedWith.get("spec")).set("tolerations", Yaml.tree("[" + OWN + "]"));

        assertThat(update(has, labelled)).isEqualTo(MADE);
        assertThat(update(has, more)).isEqualTo(MADE);
        assertThat(update(has, plain)).isEqualTo(MADE);
        assertThat(update(plain, has)).startsWith("TolerationPolicy ml-pool does not let namespace ");
        assertThat(update(gated, gatedWith)).startsWith("TolerationPolicy ml-pool does not let namespace ");
    }

    private static String update(JsonNode stored, JsonNode object) {
        return ONE.verdict(PodReview.update(object, stored), "{}");
    }

    @ParameterizedTest
    @CsvSource({
        "admin, update nodes, made",
        "admin, get nodes, refused",
        "system:serviceaccount:kube-system:daemon-set-controller, update nodes, refused",
        "system:serviceaccount:web:builder, update nodes, refused",
        "system:kube-controller-manager, update nodes, refused",
    })
    void whoMayUpdateNodesIsRefusedNothing(String user, String right, String outcome) {
        ObjectNode tolerates = tolerating(WILDCARD).by(user).creation();
        ObjectNode names = PodReview.pod("spec: {nodeName: n1}").by(user).creation();

        assertThat(List.of(tolerates, names))
                .allSatisfy(review -> assertThat(ALL.guard()
                                .refusals(review, Map.of(), Set.of(right))
                                .isEmpty())
                        .isEqualTo(outcome.equals(MADE)));
    }

    @Test
    void theGuardDoesNotLookAtPlainPods() {
        ObjectNode stored = tolerating(OWN).creation();

        assertThat(ALL.guard().looksAt(PodReview.aPod().creation())).isFalse();
        assertThat(ALL.guard().looksAt(tolerating(OWN).update(stored.at("/request/object"))))
                .isFalse();
        assertThat(ALL.guard().looksAt(stored)).isTrue();
    }

    @Test
    void nothingIsRefusedWhileNothingIsReserved() {
        ReservationJudges nothing = ReservationJudges.of(Reservations.NONE);

        assertThat(nothing.verdict(tolerating(WILDCARD).creation(), "{}")).isEqualTo(MADE);
        assertThat(nothing.verdict(PodReview.pod("spec: {nodeName: n1}").creation(), "{}"))
                .isEqualTo(MADE);
        assertThat(nothing.guard().refusalsOfLabels(null, Map.of("team", "ml"), Set.of()))
                .isEmpty();
    }
}
