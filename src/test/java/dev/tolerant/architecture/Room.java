package dev.tolerant.architecture;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;

/** A package of the program, and the packages that it may import. */
enum Room {
    TOLERATION("core.toleration"),
    CONTROL_PLANE("core.controlplane", TOLERATION),
    POD("core.pod", TOLERATION, CONTROL_PLANE),
    POLICY("core.policy", TOLERATION, CONTROL_PLANE, POD),
    DECISION("core.decision", TOLERATION, POD),
    RULE("core.rule", TOLERATION, CONTROL_PLANE, POD, POLICY, DECISION),
    JSON("json"),
    REVIEW("review", TOLERATION, POD, POLICY, DECISION, RULE, JSON),
    MANIFEST("manifest", DECISION),
    CRD("crd", TOLERATION, CONTROL_PLANE, POD, POLICY, DECISION, MANIFEST),
    THREAD("thread"),
    SETTINGS("settings", TOLERATION, CONTROL_PLANE, POD, DECISION),
    SETUP("setup", TOLERATION, CONTROL_PLANE, POD, RULE, REVIEW, SETTINGS),
    API("api", DECISION, JSON),
    CLUSTER("cluster", TOLERATION, CONTROL_PLANE, POLICY, DECISION, MANIFEST, CRD, THREAD, SETTINGS, API),
    INTAKE("intake", SETTINGS),
    WEBHOOK("webhook", POLICY, DECISION, REVIEW, THREAD, CLUSTER, INTAKE),
    CERTIFICATE("certificate", DECISION, THREAD, SETTINGS),
    FLEET("fleet", TOLERATION, CONTROL_PLANE, POLICY, DECISION, JSON, REVIEW, THREAD, SETTINGS, API, CLUSTER),
    EXPLAIN("explain", TOLERATION, CONTROL_PLANE, POD, POLICY, DECISION, REVIEW, MANIFEST),
    FACTS(
            "facts",
            TOLERATION,
            CONTROL_PLANE,
            POLICY,
            DECISION,
            JSON,
            REVIEW,
            MANIFEST,
            CRD,
            THREAD,
            SETTINGS,
            SETUP,
            API,
            EXPLAIN),
    PAGE("page", TOLERATION, CONTROL_PLANE, POLICY, DECISION, MANIFEST, CRD, SETTINGS, SETUP, EXPLAIN),
    DEV("dev", POLICY, CRD, SETTINGS, CLUSTER, PAGE),
    CLI_JUNIT("cli.junit", DECISION),
    CLI_LINT("cli.lint", TOLERATION, CONTROL_PLANE, POLICY, DECISION, MANIFEST, CRD, EXPLAIN, CLI_JUNIT),
    CLI_SUITE(
            "cli.suite",
            TOLERATION,
            CONTROL_PLANE,
            POLICY,
            DECISION,
            MANIFEST,
            CRD,
            SETTINGS,
            SETUP,
            EXPLAIN,
            CLI_JUNIT),
    CLI_EDIT("cli.edit", POLICY, DECISION, MANIFEST, EXPLAIN),
    CLI_WHATIF(
            "cli.whatif",
            TOLERATION,
            CONTROL_PLANE,
            POD,
            POLICY,
            DECISION,
            JSON,
            REVIEW,
            MANIFEST,
            SETTINGS,
            EXPLAIN,
            FACTS,
            CLI_JUNIT),
    CLI_DRILL("cli.drill", TOLERATION, CONTROL_PLANE, POD, DECISION, REVIEW, MANIFEST, EXPLAIN, FACTS),
    CLI_COVERAGE("cli.coverage", TOLERATION, CONTROL_PLANE, POD, POLICY, MANIFEST, EXPLAIN, FACTS, CLI_JUNIT),
    CLI_DOCTOR(
            "cli.doctor",
            TOLERATION,
            CONTROL_PLANE,
            POD,
            POLICY,
            DECISION,
            MANIFEST,
            CRD,
            SETTINGS,
            EXPLAIN,
            FACTS,
            CLI_JUNIT),
    CLI(
            "cli",
            TOLERATION,
            CONTROL_PLANE,
            POLICY,
            DECISION,
            MANIFEST,
            CRD,
            SETTINGS,
            SETUP,
            INTAKE,
            CERTIFICATE,
            EXPLAIN,
            FACTS,
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
        this.name = "dev.tolerant." + name;
        // Not an EnumSet: that needs all constants, and this constructor runs before they exist.
        this.known = Set.of(known);
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
