package dev.tolerant.observed.registration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.SettingsFile;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** When a guard is in force, and what is said of one that is not. */
class InstalledGuardTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String BACK = "; helm upgrade brings it back";

    private static InstalledGuard.Installed seen(
            InstalledGuard guard, @Nullable String policy, @Nullable String binding) throws IOException {
        try {
            return new InstalledGuard.Installed(
                    guard,
                    policy == null
                            ? null
                            : InstalledGuard.GuardPolicy.of(Fields.of(read(InstalledGuard.GuardPolicy.WANTED, policy))),
                    binding == null
                            ? null
                            : InstalledGuard.Binding.of(Fields.of(read(InstalledGuard.Binding.WANTED, binding))),
                    false);
        } catch (UnexpectedJsonException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private static ObjectNode read(Mask wanted, String yaml) throws IOException {
        byte[] json = YAML.readTree(yaml).toString().getBytes(StandardCharsets.UTF_8);
        return (ObjectNode) TreeReader.read(json, wanted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "{spec: {failurePolicy: Ignore, paramKind: {kind: Injections}}} | {spec: {policyName: t, paramRef: {name: current}}} |",
                "none | none | it does not exist",
                "{spec: {failurePolicy: Ignore, paramKind: {kind: ConfigMap}}} | {spec: {policyName: t, paramRef: {name: current}}} | it does not read Injections",
                "{spec: {failurePolicy: Ignore, paramKind: {kind: Injections}}} | none | it has no binding of its name",
                "{spec: {failurePolicy: Fail, paramKind: {kind: Injections}}} | {spec: {policyName: t, paramRef: {name: current}}} | its failurePolicy is Fail",
                "{spec: {failurePolicy: Ignore, paramKind: {kind: Injections}}} | {spec: {policyName: t, paramRef: {name: other}}} | its binding does not refer to Injections current",
                "{spec: {failurePolicy: Ignore, paramKind: {kind: Injections}}} | {spec: {policyName: t, paramRef: {name: current}, matchResources: {}}} | its binding has matchResources",
            })
    void aPolicyThatGivesIsJudgedAsGuardsAre(@Nullable String policy, @Nullable String binding, @Nullable String wrong)
            throws IOException {
        InstalledGuard.Installed seen = seen(InstalledGuard.giving("t"), policy, binding);

        assertThat(seen.isInForce()).isEqualTo(wrong == null);
        assertThat(seen.complaint().orElse(""))
                .isEqualTo(
                        wrong == null
                                ? ""
                                : "MutatingAdmissionPolicy t is not in force, because " + wrong
                                        + ": pods get nothing while no replica answers; helm upgrade brings it back");
    }

    /** The names are those of a release t, and POLICY and BINDING what the API server makes of the chart's objects. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "none",
            value = {
                "t-pods         | POLICY | BINDING |",
                "t-reservations | POLICY | {spec: {policyName: t-reservations, validationActions: [Deny, Audit], paramRef: {name: tolerant-reservations}}} |",
                "t-pods         | {spec: {}} | BINDING |",
                "t-pods         | {spec: {failurePolicy: Fail}, status: {typeChecking: {}, observedGeneration: 1}} | BINDING |",
                "t-pods         | none   | none    | it does not exist",
                "t-pods         | none   | BINDING | it does not exist",
                "t-pods         | POLICY | none    | it has no binding of its name",
                "t-pods         | {spec: {failurePolicy: Ignore}} | BINDING | its failurePolicy is Ignore",
                "t-pods         | {spec: {failurePolicy: Fail}, status: {typeChecking: {expressionWarnings: [{fieldRef: 'spec.validations[0].expression', warning: long}]}}} | BINDING | the API server cannot make sense of its expression spec.validations[0].expression",
                "t-reservations | {spec: {failurePolicy: Fail}, status: {typeChecking: {expressionWarnings: [{fieldRef: 'spec.validations[0].expression', warning: undeclared reference to params}]}}} | {spec: {policyName: t-reservations, validationActions: [Deny], paramRef: {name: tolerant-reservations}}} | the API server cannot make sense of its expression spec.validations[0].expression",
                "t-pods         | POLICY | {spec: {policyName: other, validationActions: [Deny]}} | its binding is of policy other",
                "t-pods         | POLICY | {spec: {policyName: t-pods, validationActions: [Warn, Audit]}} | its binding does not deny",
                "t-pods         | POLICY | {spec: {policyName: t-pods, validationActions: [Deny], matchResources: {namespaceSelector: {}}}} | its binding has matchResources",
                "t-reservations | POLICY | {spec: {policyName: t-reservations, validationActions: [Audit], paramRef: {name: tolerant-reservations}}} | its binding does not deny",
                "t-reservations | POLICY | {spec: {policyName: t-reservations, validationActions: [Deny]}} | its binding does not refer to ServiceAccount tolerant-reservations",
                "t-namespace-labels | POLICY | {spec: {policyName: t-namespace-labels, validationActions: [Deny], paramRef: {selector: {}}}} | its binding does not refer to ServiceAccount tolerant-reservations",
                "t-injections-whitelists | {spec: {failurePolicy: Ignore, paramKind: {kind: Injections}}} | {spec: {policyName: t-injections-whitelists, validationActions: [Deny], paramRef: {name: current}}} |",
                "t-injections-whitelists | {spec: {failurePolicy: Fail, paramKind: {kind: ConfigMap}}} | {spec: {policyName: t-injections-whitelists, validationActions: [Warn], paramRef: {name: other}}} | its failurePolicy is Fail and it does not read Injections and its binding does not deny and its binding does not refer to Injections current",
                "t-pods         | {spec: {failurePolicy: Ignore}} | {spec: {policyName: other}} | its failurePolicy is Ignore and its binding is of policy other and its binding does not deny",
            })
    void aGuardIsInForceIfNothingIsWrongWithPolicyAndBinding(
            String name, @Nullable String policy, @Nullable String binding, @Nullable String wrong) throws IOException {
        InstalledGuard.Installed seen = seen(
                InstalledGuard.of(name, Mode.ENFORCE),
                policy == null ? null : policy.replace("POLICY", "{spec: {failurePolicy: Fail}}"),
                binding == null
                        ? null
                        : binding.replace("BINDING", "{spec: {policyName: " + name + ", validationActions: [Deny]}}"));

        assertThat(seen.isInForce()).isEqualTo(wrong == null);
        if (wrong == null) {
            assertThat(seen.complaint()).isEmpty();
        } else {
            assertThat(seen.complaint())
                    .hasValueSatisfying(sentence -> assertThat(sentence)
                            .startsWith(
                                    "ValidatingAdmissionPolicy " + name + " is not in force, because " + wrong + ": ")
                            .endsWith(BACK));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    t-reservations | pods may tolerate what policies reserve for others
                    t-namespace-labels | an account that may label namespaces can open reserved taints to them
                    t-toleration-count | long lists of tolerations may keep the API server busy
                    t-reservations-writer | accounts other than the program's may decide what is reserved in the API server
                    t-registration | code that runs as the webhook may rewrite its whole registration
                    t-pods | code that runs as the webhook may change more of running pods than tolerations
                    t-injections-whitelists | whitelists of namespaces do not hold while no replica answers
                    another | what it guards is not enforced
                    """)
    void theComplaintSaysWhatIsNotKept(String name, String consequence) throws IOException {
        assertThat(seen(InstalledGuard.of(name, Mode.ENFORCE), null, null).complaint())
                .contains("ValidatingAdmissionPolicy " + name + " is not in force, because it does not exist: "
                        + consequence + BACK);
    }

    @Test
    void inAuditTheGuardsOfWhatIsReservedMayReportAndTheOthersMayNot() throws IOException {
        String binding =
                "{spec: {policyName: %s, validationActions: [Audit], paramRef: {name: tolerant-reservations}}}";

        for (String name : List.of("t-reservations", "t-namespace-labels", "t-toleration-count")) {
            assertThat(seen(InstalledGuard.of(name, Mode.AUDIT), "{}", binding.formatted(name))
                            .isInForce())
                    .isTrue();
        }
        assertThat(seen(InstalledGuard.of("t-pods", Mode.AUDIT), "{}", binding.formatted("t-pods"))
                        .isInForce())
                .isFalse();
    }

    @Test
    void aGuardThatFindsNothingToJudgeByIsNotInForceAlthoughNothingIsWrongWithIt() {
        for (String name : List.of("t-reservations", "t-pods")) {
            InstalledGuard guard = InstalledGuard.of(name, Mode.ENFORCE);
            InstalledGuard.Installed seen = new InstalledGuard.Installed(
                    guard,
                    new InstalledGuard.GuardPolicy("u", "Fail", "", Optional.empty()),
                    new InstalledGuard.Binding(name, Set.of("Deny"), false, "tolerant-reservations"),
                    true);

            assertThat(seen.complaint()).isEmpty();
            assertThat(seen.isInForce()).isEqualTo(name.equals("t-pods"));
        }
    }

    /** What is kept of an object is one value while nothing changes that counts. */
    @Test
    void ofAPolicyNothingElseCounts() throws IOException {
        InstalledGuard guard = InstalledGuard.of("t-pods", Mode.ENFORCE);

        assertThat(seen(
                        guard,
                        "{metadata: {labels: {a: b}}, spec: {failurePolicy: Fail, validations: [{expression: x}]}}",
                        null))
                .isEqualTo(seen(guard, "{spec: {failurePolicy: Fail}}", null));
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whatTheChartInstallsIsInForceAndKnownByName(Mode mode) throws IOException {
        RenderedChart chart = RenderedChart.of(
                "1.36.0",
                "{injections: {enabled: true}, keeper: {mode: enforce}, settings: {mode: "
                        + mode.name().toLowerCase(Locale.ROOT) + "}}");
        List<String> names = Arrays.asList(
                SettingsFile.of(chart).getOrDefault("tolerant.guards", "").split(","));

        assertThat(names).hasSize(mode == Mode.ENFORCE ? 8 : 6).allSatisfy(name -> {
            InstalledGuard guard = InstalledGuard.of(name, mode);
            assertThat(guard.keeps()).isNotEqualTo(InstalledGuard.Keeps.SOMETHING);
            assertThat(seen(
                                    guard,
                                    json(chart.named(ValidatingAdmissionPolicy.class, name)),
                                    json(chart.named(ValidatingAdmissionPolicyBinding.class, name)))
                            .complaint())
                    .isEmpty();
        });
    }

    private static String json(Object object) {
        return JSON.valueToTree(object).toString();
    }
}
