package dev.tolerant.promise;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Generates settings that are mostly at their defaults. */
final class SettingsGenerator {
    private static final List<String> SECONDS = List.of("never", "0", "10", "60", "300", "3600");

    private final Random random;

    SettingsGenerator(Random random) {
        this.random = random;
    }

    Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        maybe(settings, 12, "mode", "audit");
        maybe(settings, 2, "comparison-operators", "true");
        maybe(settings, 10, "rules.node-failure.enabled", "false");
        maybe(settings, 2, "rules.node-failure.not-ready", pick(SECONDS));
        maybe(settings, 2, "rules.node-failure.unreachable", pick(SECONDS));
        maybe(settings, 4, "rules.node-failure.api-server-not-ready", "60");
        maybe(settings, 4, "rules.node-failure.api-server-unreachable", "299");
        maybe(settings, 2, "rules.node-failure.override", pick(List.of("proven", "none")));
        maybe(settings, 10, "rules.daemon-set.enabled", "false");
        maybe(settings, 3, "rules.daemon-set.seconds", pick(SECONDS));
        maybe(settings, 10, "rules.memory-pressure.enabled", "false");
        maybe(settings, 10, "rules.extended-resources.enabled", "false");
        maybe(settings, 3, "rules.extended-resources.count-zero", "true");
        maybe(settings, 4, "rules.extended-resources.ignore", "example.com/fpga,nvidia.com/gpu");
        maybe(
                settings,
                3,
                "rules.extended-resources.taints.\"nvidia.com/gpu\"",
                "dedicated=ml:NoSchedule,spot:NoExecute");
        maybe(settings, 8, "rules.namespace-annotations.enabled", "false");
        maybe(settings, 4, "rules.namespace-annotations.api-server-enforces", "true");
        // Every third cluster has a keeper, which leaves the numbers that follow as they are.
        if (Math.floorMod(settings.hashCode(), 3) == 0) {
            settings.put("keeper.mode", "enforce");
            settings.put("keeper.account", Keeper.ACCOUNT);
        }
        return settings;
    }

    private void maybe(Map<String, String> settings, int oneIn, String name, String value) {
        if (random.nextInt(oneIn) == 0) {
            settings.put(name, value);
        }
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
