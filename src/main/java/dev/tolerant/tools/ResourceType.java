package dev.tolerant.tools;

import dev.tolerant.observed.facts.FactKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A kind of object that has pods, by the names that kubectl takes for it. */
enum ResourceType {
    POD(FactKind.POD, "po", ""),
    DEPLOYMENT(FactKind.DEPLOYMENT, "deploy", "apps"),
    STATEFUL_SET(FactKind.STATEFUL_SET, "sts", "apps"),
    DAEMON_SET(FactKind.DAEMON_SET, "ds", "apps"),
    REPLICA_SET(FactKind.REPLICA_SET, "rs", "apps"),
    REPLICATION_CONTROLLER(FactKind.REPLICATION_CONTROLLER, "rc", ""),
    JOB(FactKind.JOB, "job", "batch"),
    CRON_JOB(FactKind.CRON_JOB, "cj", "batch");

    private final FactKind kind;
    private final String shortName;
    private final String group;

    ResourceType(FactKind kind, String shortName, String group) {
        this.kind = kind;
        this.shortName = shortName;
        this.group = group;
    }

    /** The type of this name: singular, plural or short, also with a group, as in {@code deployments.v1.apps}. */
    static Optional<ResourceType> of(String text) {
        String name = text.toLowerCase(Locale.ROOT);
        int dot = name.indexOf('.');
        String plain = dot < 0 ? name : name.substring(0, dot);
        String group = dot < 0 ? "" : name.substring(dot + 1);
        return Arrays.stream(values())
                .filter(type -> type.names().contains(plain))
                .filter(type -> dot < 0
                        || !type.group.isEmpty()
                                && List.of(type.group, "v1." + type.group).contains(group))
                .findFirst();
    }

    /** All types with their short names, for messages. */
    static String all() {
        return Arrays.stream(values())
                .map(type ->
                        type.singular() + (type.shortName.equals(type.singular()) ? "" : " (" + type.shortName + ")"))
                .collect(Collectors.joining(", "));
    }

    FactKind kind() {
        return kind;
    }

    /** As it comes before the slash and a name. */
    String singular() {
        return kind.kind().toLowerCase(Locale.ROOT);
    }

    private List<String> names() {
        return List.of(singular(), kind.plural(), shortName);
    }
}
