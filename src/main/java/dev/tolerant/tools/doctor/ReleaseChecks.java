package dev.tolerant.tools.doctor;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.model.Mode;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.tools.doctor.Check.Heading;
import java.util.List;

/** What runs the program: its settings and its replicas. */
final class ReleaseChecks {
    private static final String FILE = "application.properties";

    private ReleaseChecks() {}

    static List<Check> all() {
        return List.of(
                check("settings", "settings", ReleaseChecks::settings, FactKind.CONFIG_MAP),
                check(
                        "replicas",
                        "replicas",
                        ReleaseChecks::replicas,
                        FactKind.MUTATING_WEBHOOKS,
                        FactKind.DEPLOYMENT,
                        FactKind.POD));
    }

    private static Check check(String code, String title, Check.Question question, FactKind... kinds) {
        return new Check(Heading.RELEASE, code, title, question, kinds);
    }

    private static CheckResult settings(Installation installation) throws UnansweredException {
        if (!installation.settingsProblem().isEmpty()) {
            return CheckResult.failed(
                    "the program cannot start with its settings: " + installation.settingsProblem()
                            + "; the other checks take the defaults",
                    "correct the chart's values");
        }
        List<Manifest> maps = installation.manifests(FactKind.CONFIG_MAP).stream()
                .filter(map -> map.object().path("data").has(FILE))
                .toList();
        if (maps.isEmpty()) {
            throw new UnansweredException("no ConfigMap has an " + FILE + "; the other checks take the defaults");
        }
        String title =
                "ConfigMap " + maps.get(0).namespace() + "/" + maps.get(0).name();
        return installation.view().config().mode() == Mode.AUDIT
                ? CheckResult.warning(
                        "tolerant.mode is audit in " + title + ": the program changes and refuses no pod",
                        "once its metric tolerant_reviews_total shows what you expect, set settings.mode=enforce")
                : CheckResult.passed("the program can use the settings of " + title);
    }

    private static CheckResult replicas(Installation installation) throws UnansweredException {
        Release release = Release.of(installation);
        int ready = release.readyPods().size();
        String found = ready + " of " + release.wanted() + " replicas of " + release.title() + " are ready";
        String look = "see why: kubectl -n " + release.namespace() + " describe deployment " + release.name();
        if (ready == 0) {
            return CheckResult.failed(found, look);
        }
        if (ready < release.wanted()) {
            return CheckResult.warning(found, look);
        }
        if (ready == 1 && failsClosed(installation)) {
            return CheckResult.warning(
                    found + ", and failurePolicy is Fail: while it restarts, the API server refuses new pods",
                    "set replicaCount to 2 or more");
        }
        return CheckResult.passed(found);
    }

    private static boolean failsClosed(Installation installation) throws UnansweredException {
        return installation.hooks().ours().stream().anyMatch(hook -> !hook.failsOpen());
    }
}
