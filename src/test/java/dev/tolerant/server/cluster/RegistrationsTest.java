package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.registration.Guard;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a registration of the validating webhook does for restrictions, and what it leaves open. */
class RegistrationsTest {
    private static final String GUARD = "the API server asks the program about every pod that is created or updated, by"
            + " ValidatingWebhookConfiguration tolerant";

    @Test
    void theChartsRegistrationGuardsAllNamespacesButThoseThatItNames() {
        // When
        Observation enforcement = enforcement(
                Registrations.guards(RegistrationFixture.chart("tolerant"), RegistrationFixture.CONDITIONS).stream()
                        .flatMap(List::stream));

        // Then
        assertThat(enforcement)
                .isEqualTo(Observation.holds(
                        "Registered", GUARD + ", except in these namespaces: kube-system, tolerant-system"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "operations: [CREATE, UPDATE]  | operations: ['*']",
                "resources: [pods]             | resources: ['*']",
                "resources: [pods]             | resources: ['*/*']",
                "apiVersions: [v1]             | apiVersions: ['*']",
                "'apiGroups: [\"\"]'           | 'apiGroups: [\"*\"]'",
                "scope: Namespaced             | scope: '*'",
                "', scope: Namespaced'         | ''",
                "failurePolicy: Fail           | ''",
                "'service: {name: tolerant, namespace: tolerant-system, path: /validate, port: 443}' |"
                        + " url: https://tolerant.example.com/prefix/validate",
            })
    void otherFormsOfTheSameAreAsGood(String part, String instead) {
        assertThat(of(part, instead).missing()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "operations: [CREATE, UPDATE]  | operations: [CREATE] | its rules leave out UPDATE of pods",
                "operations: [CREATE, UPDATE]  | operations: [UPDATE, DELETE] | its rules leave out CREATE of pods",
                "resources: [pods]  | resources: [pods/ephemeralcontainers] | its rules leave out CREATE and UPDATE of pods",
                "apiVersions: [v1]  | apiVersions: [v2] | its rules leave out CREATE and UPDATE of pods",
                "'apiGroups: [\"\"]'  | apiGroups: [apps] | its rules leave out CREATE and UPDATE of pods",
                "scope: Namespaced  | scope: Cluster | its rules leave out CREATE and UPDATE of pods",
                "failurePolicy: Fail | failurePolicy: Ignore | its failurePolicy is Ignore, which lets pods in while the"
                        + " program cannot be reached, and must be Fail",
                "caBundle: Q0E= | caBundle: '' | its clientConfig has no caBundle",
                "caBundle: Q0E= | '' | its clientConfig has no caBundle",
                "path: /validate | path: /mutate | 'its path is ''/mutate'', and must be /validate'",
                "', path: /validate' | '' | 'its path is ''/'', and must be /validate'",
                "'service: {name: tolerant, namespace: tolerant-system, path: /validate, port: 443}' |"
                        + " url: https://tolerant.example.com | 'its path is '''', and must be /validate'",
                "'service: {name: tolerant, namespace: tolerant-system, path: /validate, port: 443}' |"
                        + " 'url: \"https://[\"' | 'its path is '''', and must be /validate'",
            })
    void whatIsMissingIsSaid(String part, String instead, String missing) {
        assertThat(of(part, instead).missing()).containsExactly(missing);
    }

    @Test
    void allThatIsMissingIsSaidInOneSentence() {
        // When
        Observation enforcement = enforcement(of(
                "failurePolicy: Fail\n  timeoutSeconds: 2\n  clientConfig:\n    caBundle: Q0E=",
                "failurePolicy: Ignore\n  clientConfig:"));

        // Then
        assertThat(enforcement)
                .isEqualTo(Observation.fails(
                        "IncompleteRegistration",
                        "the webhook validate.tolerant.dev of ValidatingWebhookConfiguration tolerant is no guard: its"
                                + " failurePolicy is Ignore, which lets pods in while the program cannot be reached, and"
                                + " must be Fail; its clientConfig has no caBundle"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "namespaceSelector: | 'namespaceSelector:\n    matchLabels: {guarded: \"yes\"}' | namespaceSelector",
                "operator: NotIn    | operator: In | namespaceSelector",
                "sideEffects: None  | 'sideEffects: None\n  objectSelector: {matchLabels: {a: b}}' | objectSelector",
                "sideEffects: None  | 'sideEffects: None\n  objectSelector: {matchExpressions: [{key: a, operator: Exists}]}' |"
                        + " objectSelector",
            })
    void whatNarrowsTheRegistrationIsSaid(String part, String instead, String narrowed) {
        // When
        Guard registration = of(part, instead);

        // Then
        assertThat(registration.narrowed()).containsExactly(narrowed);
        assertThat(enforcement(registration).status()).isEqualTo("True");
        assertThat(enforcement(registration).message()).endsWith("; narrowed by its " + narrowed);
    }

    @Test
    void theChartsOwnConditionsLeaveOutOnlyWhatNoRestrictionConcerns() {
        // When
        Guard registration = of("sideEffects: None", RegistrationFixture.conditions(300));

        // Then
        assertThat(registration.narrowed()).isEmpty();
        assertThat(registration.unknown()).isEmpty();
        assertThat(enforcement(registration).message())
                .endsWith("; it does not ask about what no restriction concerns: mirror pods that a node makes, updates"
                        + " that leave the tolerations as they are, new pods that tolerate only what the API server has"
                        + " every pod tolerate and name no node or nodeSelector");
    }

    @Test
    void aConditionOfOtherSettingsMayLeaveOutAnything() {
        // When
        Guard registration = of("sideEffects: None", RegistrationFixture.conditions(600));

        // Then
        assertThat(registration.unknown()).containsExactly("could-be-restricted");
        assertThat(enforcement(registration).status()).isEqualTo("Unknown");
        assertThat(enforcement(registration).message())
                .endsWith(
                        "updates that leave the tolerations as they are; nobody knows what its matchConditions leave out:"
                                + " could-be-restricted");
    }

    @Test
    void whatAConditionOfOthersLeavesOutIsUnknownWhateverItsName() {
        // When
        Guard registration = of(
                "sideEffects: None",
                "sideEffects: None\n  matchConditions: [{name: tolerations-changed, expression: \"true\"}]");

        // Then
        assertThat(registration.unknown()).containsExactly("tolerations-changed");
        assertThat(enforcement(registration).reason()).isEqualTo("UnknownConditions");
    }

    @Test
    void aSelectorOfNothingNarrowsNothing() {
        assertThat(enforcement(of("sideEffects: None", "sideEffects: None\n  objectSelector: {}"))
                        .message())
                .doesNotContain("narrowed");
    }

    @Test
    void otherWebhooksAreNotTheProgram() {
        // When
        var registration = Registrations.guards(
                RegistrationFixture.chart("other", "validate.tolerant.dev", "validate.example.com"),
                RegistrationFixture.CONDITIONS);

        // Then
        assertThat(registration).isEmpty();
        assertThat(enforcement(Stream.empty()))
                .isEqualTo(Observation.fails(
                        "NoRegistration",
                        "no ValidatingWebhookConfiguration has a webhook of the program: set restrictions.enabled=true in"
                                + " the chart's values, or register /validate by hand as validate.tolerant.dev"));
    }

    @Test
    void ofSeveralRegistrationsTheOneThatCoversMostDecides() {
        // Given
        Guard incomplete = of("a", "failurePolicy: Fail", "failurePolicy: Ignore");
        Guard narrow = of("b", "sideEffects: None", "sideEffects: None\n  objectSelector: {matchLabels: {a: b}}");
        Guard first = of("c", "CREATE", "CREATE");
        Guard second = of("d", "CREATE", "CREATE");

        // Then
        assertThat(enforcement(Stream.of(second, narrow, incomplete, first))).isEqualTo(enforcement(first));
        assertThat(enforcement(Stream.of(narrow, incomplete))).isEqualTo(enforcement(narrow));
        assertThat(List.of(enforcement(first).message(), enforcement(incomplete).message()))
                .satisfiesExactly(
                        message -> assertThat(message).contains("ValidatingWebhookConfiguration c"),
                        message -> assertThat(message)
                                .startsWith(
                                        "the webhook validate.tolerant.dev of ValidatingWebhookConfiguration a is no"
                                                + " guard: its failurePolicy is Ignore"));
    }

    private static Observation enforcement(Stream<Guard> guards) {
        return Registrations.enforcement(guards);
    }

    private static Observation enforcement(Guard guard) {
        return enforcement(Stream.of(guard));
    }

    private static Guard of(String part, String instead) {
        return of("tolerant", part, instead);
    }

    private static Guard of(String name, String part, String instead) {
        return Registrations.guards(RegistrationFixture.chart(name, part, instead), RegistrationFixture.CONDITIONS)
                .orElseThrow()
                .get(0);
    }
}
