package dev.tolerant.cli.doctor;

import dev.tolerant.facts.ClusterFacts;
import dev.tolerant.facts.ClusterView;
import dev.tolerant.facts.FactKind;
import dev.tolerant.settings.InvalidSettingsException;
import dev.tolerant.settings.OfflineSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes all checks of a cluster. */
public final class Doctor {
    private Doctor() {}

    /** Examines what is known of a cluster. */
    public static DoctorReport examine(ClusterFacts facts) {
        Patient patient = patient(facts);
        List<Checked> checked = new ArrayList<>();
        for (Check check : checks()) {
            checked.add(new Checked(check, ask(check, patient)));
        }
        return new DoctorReport(facts.source(), List.copyOf(checked));
    }

    static List<Check> checks() {
        return Stream.of(RegistrationChecks.all(), List.of(RestrictionCheck.check()), PolicyChecks.all())
                .flatMap(List::stream)
                .toList();
    }

    private static Finding ask(Check check, Patient patient) {
        try {
            return check.question().ask(patient);
        } catch (UnansweredException unanswered) {
            return Finding.unknown(String.valueOf(unanswered.getMessage()));
        }
    }

    private static Patient patient(ClusterFacts facts) {
        try {
            return new Patient(ClusterView.today(facts), "");
        } catch (InvalidSettingsException invalid) {
            return new Patient(withDefaults(facts), String.join("; ", invalid.problems()));
        }
    }

    private static ClusterView withDefaults(ClusterFacts facts) {
        try {
            return ClusterView.of(facts, OfflineSettings.parsed("", "the defaults"), facts.manifests(FactKind.POLICY));
        } catch (InvalidSettingsException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
