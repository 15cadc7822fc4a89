package dev.tolerant.architecture;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;

/** A package of the program, and the packages that it may import. */
enum DocumentedRoom {
    MODEL("engine.model"),
    RULE("engine.rule", MODEL),
    JSON("engine.json"),
    REVIEW("engine.review", MODEL, RULE, JSON),
    MANIFEST("engine.manifest", MODEL),
    CRD("engine.crd", MODEL, JSON, MANIFEST),
    THREAD("thread"),
    TEXT("text", MODEL, MANIFEST),
    SETTINGS("settings", MODEL, JSON, CRD),
    SETUP("setup", MODEL, RULE, REVIEW, SETTINGS),
    API("api", MODEL, JSON, MANIFEST),
    CERTIFICATE("certificate"),
    REGISTRATION("observed.registration", MODEL, JSON, MANIFEST, CRD),
    TAINTS("observed.taints", MODEL),
    VERDICT("observed.stored", MODEL, REVIEW, TAINTS),
    FINDINGS("observed.findings", MODEL, MANIFEST),
    FACTS("observed.objects", MODEL, JSON, REVIEW, MANIFEST, SETTINGS),
    CLUSTER("server.cluster", MODEL, JSON, MANIFEST, CRD, THREAD, SETTINGS, API, REGISTRATION, FINDINGS, FACTS),
    WEBHOOK("server.webhook", MODEL, REVIEW, MANIFEST, CRD, THREAD, SETTINGS, CLUSTER),
    SERVER_CERTIFICATE("server.certificate", MODEL, THREAD, SETTINGS, CERTIFICATE),
    KEEPER("server.keeper", MODEL, JSON, REVIEW, THREAD, SETTINGS, API, REGISTRATION, VERDICT, CLUSTER),
    EXPLAIN(
            "observed.explain",
            MODEL,
            JSON,
            REVIEW,
            MANIFEST,
            CRD,
            TEXT,
            SETTINGS,
            SETUP,
            REGISTRATION,
            TAINTS,
            VERDICT,
            FACTS),
    PAGE("page", MODEL, MANIFEST, CRD, TEXT, SETTINGS, REGISTRATION, EXPLAIN),
    DEV("server.dev", MODEL, CRD, SETTINGS, CLUSTER, PAGE),
    TOOLS_READING("tools.reading", MODEL, JSON, MANIFEST, THREAD, API, REGISTRATION, FACTS),
    TOOLS_JUNIT("tools.junit", MODEL),
    TOOLS_LINT(
            "tools.lint",
            MODEL,
            JSON,
            REVIEW,
            MANIFEST,
            CRD,
            TEXT,
            REGISTRATION,
            TAINTS,
            FINDINGS,
            FACTS,
            EXPLAIN,
            TOOLS_JUNIT),
    TOOLS_SUITE("tools.suite", MODEL, MANIFEST, CRD, TEXT, SETTINGS, TAINTS, EXPLAIN, TOOLS_JUNIT),
    TOOLS_WHATIF(
            "tools.whatif",
            MODEL,
            JSON,
            REVIEW,
            MANIFEST,
            TEXT,
            SETTINGS,
            REGISTRATION,
            TAINTS,
            VERDICT,
            FACTS,
            EXPLAIN),
    TOOLS_DRILL("tools.drill", MODEL, MANIFEST, TEXT, TAINTS, FACTS, EXPLAIN),
    TOOLS_DOCTOR("tools.doctor", MODEL, MANIFEST, CRD, TEXT, SETTINGS, REGISTRATION, VERDICT, FINDINGS, FACTS, EXPLAIN),
    TOOLS(
            "tools",
            MODEL,
            MANIFEST,
            CRD,
            TEXT,
            SETTINGS,
            CERTIFICATE,
            REGISTRATION,
            FACTS,
            EXPLAIN,
            TOOLS_READING,
            TOOLS_LINT,
            TOOLS_SUITE,
            TOOLS_WHATIF,
            TOOLS_DRILL,
            TOOLS_DOCTOR),
    PROGRAM("", WEBHOOK, TOOLS);

    private static final String ROOT = "dev.tolerant";

    private final String name;
    private final Set<DocumentedRoom> known;

    DocumentedRoom(String name, DocumentedRoom... known) {
        this.name = name.isEmpty() ? "dev.tolerant" : "dev.tolerant." + name;
        // Not an EnumSet: that needs all constants, and this constructor runs before they exist.
        this.known = Set.of(known);
    }

    /** The room of a package or of a class in it. */
    static DocumentedRoom of(String name) {
        return Arrays.stream(values())
                .filter(room -> room != PROGRAM && (name + ".").startsWith(room.name + "."))
                .max(Comparator.comparingInt(room -> room.name.length()))
                .orElseGet(() -> ofTheProgram(name));
    }

    private static DocumentedRoom ofTheProgram(String name) {
        if (!name.equals(ROOT) && !name.matches(ROOT + "\\.[A-Z]\\w*")) {
            throw new AssertionError(name + " is in no room");
        }
        return PROGRAM;
    }

    /** The part of the program that it belongs to: the first name of its package. */
    String wing() {
        return toString().replaceFirst("\\..*", "");
    }

    Set<DocumentedRoom> knows() {
        return known;
    }

    @Override
    public String toString() {
        return this == PROGRAM ? ROOT : name.substring(ROOT.length() + 1);
    }
}
