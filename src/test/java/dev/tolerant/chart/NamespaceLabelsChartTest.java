package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.testing.Yaml;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may label a namespace so that its pods may tolerate what is reserved. */
class NamespaceLabelsChartTest {
    private static final String RESERVATIONS = """
            policies:
              ml-pool:
                labels: {team: ml}
                expressions: []
                exempt: {namespaces: [], serviceAccounts: [], users: [], groups: []}
              spot:
                labels: {}
                expressions:
                - {key: spot, operator: Exists, values: []}
                - {key: env, operator: NotIn, values: [prod]}
                - {key: frozen, operator: DoesNotExist, values: []}
                exempt: {namespaces: [], serviceAccounts: [], users: [], groups: []}
            fromLabels: [tenant]
            taints: {tenant: [{value: a, anyValue: false, effect: "", policies: [{name: ml-pool, from: tenant}]}]}
            """;
    private static final Set<String> MAY_LABEL = Set.of("label reservations.tolerant.dev");

    private final ReservationsGuard guard = ReservationsGuard.of(ReservationJudges.read(RESERVATIONS));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # sets, changes, creates with it
                    {}                    | {team: ml}                | ml-pool
                    {team: web}           | {team: ml}                | ml-pool
                    none                  | {team: ml, a: b}          | ml-pool
                    # takes away, sets another
                    {team: ml}            | {}                        | ''
                    {team: ml}            | {team: web}               | ''
                    {team: ml}            | {team: ml, a: b}          | ''
                    {}                    | {a: b}                    | ''
                    none                  | {}                        | ''
                    none                  | {team: web}               | ''
                    # requirements
                    {}                    | {spot: ''}                | spot
                    {spot: '', env: prod} | {spot: '', env: test}     | spot
                    {spot: '', env: prod} | {spot: ''}                | spot
                    {spot: '', frozen: y} | {spot: ''}                | spot
                    {spot: '', frozen: y} | {frozen: y}               | ''
                    {}                    | {spot: '', env: prod}     | ''
                    # a label whose value decides
                    {}                    | {tenant: a}               | tenant
                    {tenant: a}           | {tenant: b}               | tenant
                    {tenant: a}           | {}                        | ''
                    """)
    void gettingInsideTakesTheVerbLabel(String before, String after, String opened) {
        Map<String, String> old = before.equals("none") ? null : labels(before);

        List<String> refusals = guard.refusalsOfLabels(old, labels(after), Set.of("update namespaces"));

        assertThat(guard.refusalsOfLabels(old, labels(after), MAY_LABEL)).isEmpty();
        if (opened.isEmpty()) {
            assertThat(refusals).isEmpty();
        } else {
            assertThat(refusals)
                    .singleElement()
                    .satisfies(sentence -> assertThat(sentence)
                            .contains(" " + opened + " ")
                            .contains("namespace web ")
                            .endsWith(": setting them takes the verb label on reservations.tolerant.dev"));
        }
    }

    private static Map<String, String> labels(String yaml) {
        return new ObjectMapper().convertValue(Yaml.tree(yaml), Map.class);
    }
}
