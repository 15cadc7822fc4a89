package dev.tolerant.tools.doctor;

import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.util.List;
import java.util.Optional;

/** The admission policies of a release, by the judgement of the program itself. */
final class Guards {
    private Guards() {}

    /** Those that the release's settings name; empty where they name none, as those of an earlier version do. */
    static Optional<List<InstalledGuard>> named(Installation installation) throws UnansweredException {
        TolerantConfig settings = installation.settings();
        return settings.guards()
                .map(names -> names.stream()
                        .map(name -> InstalledGuard.of(name, settings.mode()))
                        .toList());
    }

    /** The problems of admission policies that are of one kind, a sentence each. */
    static List<String> complaints(Installation installation, List<InstalledGuard> guards) throws UnansweredException {
        boolean mutating = guards.stream().anyMatch(guard -> guard.keeps().mutates());
        try {
            return InstalledGuard.complaints(
                    guards,
                    installation.manifests(mutating ? ObjectKind.MUTATING_POLICY : ObjectKind.GUARD),
                    installation.manifests(mutating ? ObjectKind.MUTATING_POLICY_BINDING : ObjectKind.GUARD_BINDING));
        } catch (InvalidManifestException unreadable) {
            throw new UnansweredException(unreadable.problem().toString());
        }
    }
}
