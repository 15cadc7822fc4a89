package dev.tolerant.engine.model;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random tolerations with few keys, values and seconds, so that many match each other. */
public final class RandomTolerations {
    private static final List<String> FORMS = List.of(
            "* Ex",
            "foo Ex",
            "foo Eq=bar",
            "foo Eq=baz",
            "foo -=bar",
            "foo Gt=5",
            "foo Lt=5",
            "faz Ex",
            "faz Eq=bar",
            "NR Ex",
            "UN Ex",
            "NR Eq=");
    private static final List<String> EFFECTS = List.of(":ANY", ":NS", ":PN", ":NX", ":NX @0", ":NX @10", ":NX @300");

    private final SplittableRandom random;

    public RandomTolerations(long seed) {
        this.random = new SplittableRandom(seed);
    }

    public Toleration next() {
        return ShortToleration.toleration(pick(FORMS) + " " + pick(EFFECTS));
    }

    /** A list of at most five tolerations. */
    public List<Toleration> nextList() {
        List<Toleration> list = new ArrayList<>();
        for (int left = random.nextInt(6); left > 0; left--) {
            list.add(next());
        }
        return list;
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
