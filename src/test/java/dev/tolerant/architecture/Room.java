package dev.tolerant.architecture;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;

/** A package of the program, and the packages that it may import. */
enum Room {
    TOLERATION("engine.toleration"),
    CONTROL_PLANE("engine.controlplane", TOLERATION),
    POD("engine.pod", TOLERATION, CONTROL_PLANE),
    POLICY("engine.policy", TOLERATION, CONTROL_PLANE, POD),
    DECISION("engine.decision", TOLERATION, POD),
    RULE("engine.rule", TOLERATION, CONTROL_PLANE, POD, POLICY, DECISION),
    JSON("engine.json"),
    REVIEW("engine.review", TOLERATION, POD, POLICY, DECISION, RULE, JSON),
    MANIFEST("engine.manifest", DECISION),
    CRD("engine.crd", TOLERATION, CONTROL_PLANE, POD, POLICY, DECISION, MANIFEST),
    THREAD("thread"),
    SETTINGS("settings", TOLERATION, CONTROL_PLANE, POD, DECISION),
    SETUP("setup", TOLERATION, CONTROL_PLANE, RULE, REVIEW, SETTINGS),
    API("api", DECISION, JSON, MANIFEST),
    CERTIFICATE("certificate"),
    REGISTRATION("observed.registration", POD, POLICY, MANIFEST),
    VERDICT("observed.verdict", TOLERATION, CONTROL_PLANE, POD, POLICY, DECISION, REVIEW),
    CLUSTER(
            "server.cluster",
            TOLERATION,
            CONTROL_PLANE,
            POLICY,
            DECISION,
            MANIFEST,
            CRD,
            THREAD,
            SETTINGS,
            API,
            REGISTRATION),
    WEBHOOK("server.webhook", POLICY, DECISION, REVIEW, THREAD, SETTINGS, CLUSTER),
    SERVER_CERTIFICATE("server.certificate", DECISION, THREAD, SETTINGS, CERTIFICATE),
    FLEET(
            "server.fleet",
            TOLERATION,
            CONTROL_PLANE,
            POD,
            POLICY,
            DECISION,
            JSON,
            REVIEW,
            THREAD,
            SETTINGS,
            API,
            REGISTRATION,
            VERDICT,
            CLUSTER),
    PLACEMENT("observed.placement", TOLERATION, CONTROL_PLANE, POD),
    EXPLAIN(
            "observed.explain",
            TOLERATION,
            CONTROL_PLANE,
            POD,
            POLICY,
            DECISION,
            REVIEW,
            MANIFEST,
            REGISTRATION,
            PLACEMENT),
    FINDINGS("observed.findings", CONTROL_PLANE, POLICY, EXPLAIN),
    FACTS(
            "observed.facts",
            TOLERATION,
            CONTROL_PLANE,
            POLICY,
            JSON,
            REVIEW,
            MANIFEST,
            CRD,
            SETTINGS,
            SETUP,
            REGISTRATION,
            VERDICT,
            EXPLAIN),
    OWNERS("observed.owners", POD, JSON, REVIEW, MANIFEST, FACTS),
    PAGE("page", TOLERATION, CONTROL_PLANE, POLICY, DECISION, MANIFEST, CRD, SETTINGS, SETUP, REGISTRATION, EXPLAIN),
    DEV("server.dev", POLICY, CRD, SETTINGS, CLUSTER, PAGE),
    TOOLS_READING("tools.reading", DECISION, JSON, MANIFEST, THREAD, API, FACTS),
    TOOLS_JUNIT("tools.junit", DECISION),
    TOOLS_LINT(
            "tools.lint",
            TOLERATION,
            CONTROL_PLANE,
            POD,
            POLICY,
            DECISION,
            MANIFEST,
            CRD,
            REGISTRATION,
            FINDINGS,
            EXPLAIN,
            TOOLS_JUNIT),
    TOOLS_SUITE(
            "tools.suite",
            TOLERATION,
            CONTROL_PLANE,
            POLICY,
            DECISION,
            MANIFEST,
            CRD,
            SETTINGS,
            SETUP,
            PLACEMENT,
            EXPLAIN,
            TOOLS_JUNIT),
    TOOLS_WHATIF(
            "tools.whatif",
            TOLERATION,
            CONTROL_PLANE,
            POD,
            POLICY,
            DECISION,
            JSON,
            REVIEW,
            MANIFEST,
            SETTINGS,
            REGISTRATION,
            VERDICT,
            PLACEMENT,
            EXPLAIN,
            FACTS,
            OWNERS,
            TOOLS_JUNIT),
    TOOLS_DRILL("tools.drill", TOLERATION, CONTROL_PLANE, DECISION, MANIFEST, PLACEMENT, EXPLAIN, FACTS, OWNERS),
    TOOLS_DOCTOR(
            "tools.doctor",
            TOLERATION,
            CONTROL_PLANE,
            POD,
            POLICY,
            DECISION,
            MANIFEST,
            CRD,
            SETTINGS,
            REGISTRATION,
            VERDICT,
            FINDINGS,
            PLACEMENT,
            EXPLAIN,
            FACTS,
            OWNERS,
            TOOLS_JUNIT),
    TOOLS(
            "tools",
            TOLERATION,
            CONTROL_PLANE,
            POD,
            POLICY,
            DECISION,
            MANIFEST,
            CRD,
            SETTINGS,
            SETUP,
            CERTIFICATE,
            REGISTRATION,
            EXPLAIN,
            FACTS,
            TOOLS_READING,
            TOOLS_LINT,
            TOOLS_SUITE,
            TOOLS_WHATIF,
            TOOLS_DRILL,
            TOOLS_DOCTOR),
    PROGRAM("", WEBHOOK, TOOLS);

    private static final String ROOT = "dev.tolerant";

    private final String name;
    private final Set<Room> known;

    Room(String name, Room... known) {
        this.name = name.isEmpty() ? "dev.tolerant" : "dev.tolerant." + name;
        // Not an EnumSet: that needs all constants, and this constructor runs before they exist.
        this.known = Set.of(known);
    }

    /** The room of a package or of a class in it. */
    static Room of(String name) {
        return Arrays.stream(values())
                .filter(room -> room != PROGRAM && (name + ".").startsWith(room.name + "."))
                .max(Comparator.comparingInt(room -> room.name.length()))
                .orElseGet(() -> ofTheProgram(name));
    }

    private static Room ofTheProgram(String name) {
        if (!name.equals(ROOT) && !name.matches(ROOT + "\\.[A-Z]\\w*")) {
            throw new AssertionError(name + " is in no room");
        }
        return PROGRAM;
    }

    /** The part of the program that it belongs to: the first name of its package. */
    String wing() {
        return toString().replaceFirst("\\..*", "");
    }

    Set<Room> knows() {
        return known;
    }

    @Override
    public String toString() {
        return this == PROGRAM ? ROOT : name.substring(ROOT.length() + 1);
    }
}
