package dev.tolerant.conformance;

import dev.tolerant.engine.model.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.Toleration.Operator;
import dev.tolerant.engine.model.TolerationSeconds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random tolerations that the API accepts, with so few keys, values and seconds that many match each other. */
record ValidTolerations(Random random) {
    private static final List<String> KEYS = List.of(
            NodeTaints.NOT_READY.key(),
            NodeTaints.UNREACHABLE.key(),
            NodeTaints.MEMORY_PRESSURE.key(),
            "foo",
            "nvidia.com/gpu",
            "a/b",
            "");
    private static final List<String> VALUES = List.of("", "a", "b");
    private static final List<Operator> OPERATORS = List.of(Operator.EXISTS, Operator.EQUAL, Operator.OMITTED);
    private static final List<Effect> EFFECTS =
            List.of(Effect.ANY, Effect.NO_SCHEDULE, Effect.PREFER_NO_SCHEDULE, Effect.NO_EXECUTE, Effect.NO_EXECUTE);
    private static final List<Long> SECONDS = List.of(-5L, 0L, 10L, 60L, 300L, 3600L);
    private static final DefaultTolerationSeconds SERVER = DefaultTolerationSeconds.of(300, 300);

    /** A list of at most {@code longest} tolerations. */
    List<Toleration> list(int longest) {
        List<Toleration> list = new ArrayList<>();
        for (int left = random.nextInt(longest + 1); left > 0; left--) {
            list.add(one());
        }
        return List.copyOf(list);
    }

    /** The same, without entries that equal the API server's, whose author a review cannot always tell. */
    List<Toleration> authored(int longest) {
        return list(longest).stream()
                .filter(toleration -> !SERVER.contains(toleration))
                .toList();
    }

    private Toleration one() {
        String key = oneOf(KEYS);
        Operator operator = key.isEmpty() ? Operator.EXISTS : oneOf(OPERATORS);
        String value = operator == Operator.EXISTS ? "" : oneOf(VALUES);
        Effect effect = oneOf(EFFECTS);
        boolean counts = effect == Effect.NO_EXECUTE && random.nextBoolean();
        TolerationSeconds seconds = counts ? TolerationSeconds.of(oneOf(SECONDS)) : TolerationSeconds.NEVER;
        return new Toleration(key, operator, value, effect, seconds);
    }

    private <T> T oneOf(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Every taint that these tolerations can match, and some that none matches. */
    static List<Taint> probes() {
        List<Taint> probes = new ArrayList<>();
        for (String key : List.of(
                NodeTaints.NOT_READY.key(),
                NodeTaints.UNREACHABLE.key(),
                NodeTaints.MEMORY_PRESSURE.key(),
                "foo",
                "nvidia.com/gpu",
                "a/b",
                "amd.com/gpu",
                "example.com/foo",
                "mykubernetes.io/x",
                "stranger")) {
            for (String value : List.of("", "a", "b", "stranger")) {
                for (Effect effect : List.of(Effect.NO_SCHEDULE, Effect.PREFER_NO_SCHEDULE, Effect.NO_EXECUTE)) {
                    probes.add(new Taint(key, value, effect));
                }
            }
        }
        return List.copyOf(probes);
    }
}
