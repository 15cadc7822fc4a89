package dev.tolerant.architecture;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;

/** A package of the program, and the packages that it may import. */
enum Room {
    TOLERATION("core.toleration"),
    CONTROL_PLANE("core.controlplane", TOLERATION),
    POD("core.pod", TOLERATION, CONTROL_PLANE),
    POLICY("core.policy", TOLERATION, CONTROL_PLANE, POD),
    DECISION("core.decision", TOLERATION, CONTROL_PLANE, POD),
    RULE("core.rule", TOLERATION, CONTROL_PLANE, POD, POLICY, DECISION),
    JSON("json"),
    REVIEW("review", core(), JSON),
    MANIFEST("manifest", core()),
    CRD("crd", core(), MANIFEST),
    THREAD("thread"),
    SETTINGS("settings", core(), REVIEW),
    API("api", core(), JSON),
    CLUSTER("cluster", core(), MANIFEST, CRD, SETTINGS, THREAD, API),
    INTAKE("intake", SETTINGS),
    WEBHOOK("webhook", core(), REVIEW, SETTINGS, THREAD, CLUSTER, INTAKE),
    CERTIFICATE("certificate", DECISION, SETTINGS, THREAD),
    FLEET("fleet", core(), JSON, REVIEW, SETTINGS, THREAD, CLUSTER, API),
    EXPLAIN("explain", core(), REVIEW, MANIFEST),
    FACTS("facts", core(), JSON, REVIEW, MANIFEST, CRD, SETTINGS, THREAD, API, EXPLAIN),
    PAGE("page", core(), REVIEW, MANIFEST, CRD, SETTINGS, EXPLAIN),
    DEV("dev", POLICY, CRD, SETTINGS, CLUSTER, PAGE),
    CLI_JUNIT("cli.junit", core()),
    CLI_LINT("cli.lint", core(), MANIFEST, CRD, EXPLAIN, CLI_JUNIT),
    CLI_SUITE("cli.suite", core(), MANIFEST, CRD, SETTINGS, EXPLAIN, CLI_JUNIT),
    CLI_EDIT("cli.edit", core(), MANIFEST, EXPLAIN),
    CLI_WHATIF("cli.whatif", core(), JSON, REVIEW, MANIFEST, CRD, SETTINGS, EXPLAIN, FACTS, CLI_JUNIT),
    CLI_DRILL("cli.drill", core(), REVIEW, MANIFEST, CRD, SETTINGS, EXPLAIN, FACTS),
    CLI_COVERAGE("cli.coverage", core(), REVIEW, MANIFEST, CRD, SETTINGS, EXPLAIN, FACTS, CLI_JUNIT),
    CLI_DOCTOR("cli.doctor", core(), REVIEW, MANIFEST, CRD, SETTINGS, EXPLAIN, FACTS, CLI_JUNIT),
    CLI(
            "cli",
            core(),
            REVIEW,
            MANIFEST,
            CRD,
            SETTINGS,
            INTAKE,
            CERTIFICATE,
            EXPLAIN,
            FACTS,
            CLI_JUNIT,
            CLI_LINT,
            CLI_SUITE,
            CLI_EDIT,
            CLI_WHATIF,
            CLI_DRILL,
            CLI_COVERAGE,
            CLI_DOCTOR);

    private final String name;
    private final Set<Room> known;

    Room(String name, Room... known) {
        this(name, Set.of(), known);
    }

    Room(String name, Set<Room> core, Room... known) {
        this.name = "dev.tolerant." + name;
        // Not an EnumSet: that needs all constants, and this constructor runs before they exist.
        this.known = new HashSet<>(core);
        this.known.addAll(Arrays.asList(known));
    }

    private static Set<Room> core() {
        return Set.of(TOLERATION, CONTROL_PLANE, POD, POLICY, DECISION, RULE);
    }

    /** The room of a package or of a class in it. */
    static Room of(String name) {
        return Arrays.stream(values())
                .filter(room -> (name + ".").startsWith(room.name + "."))
                .max(Comparator.comparingInt(room -> room.name.length()))
                .orElseThrow(() -> new AssertionError(name + " is in no room"));
    }

    Set<Room> knows() {
        return known;
    }

    @Override
    public String toString() {
        return name.substring("dev.tolerant.".length());
    }
}
