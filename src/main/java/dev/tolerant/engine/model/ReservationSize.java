package dev.tolerant.engine.model;

import java.util.Collection;
import java.util.Map;

/**
 * How large reservations are at most, and how much it costs at most to look at all of them.
 *
 * @param bytes of the object as JSON, without what others write into its metadata
 * @param steps of the guard's dearest expression, as an API server counts them (interpreter/runtimecost.go in cel-go)
 */
record ReservationSize(long bytes, long steps) {
    /** etcd takes 1.5 MiB, with what others write into the object's metadata. */
    static final int MAX_BYTES = 1_000_000;

    /** Half of what an API server lets one expression cost (PerCallLimit in k8s.io/apiserver, pkg/apis/cel). */
    static final int MAX_STEPS = 500_000;

    /** The requester's groups that the steps are counted for. */
    static final int GROUPS_OF_REQUESTER = 30;

    private static final int BYTES_OF_OBJECT = 200;
    private static final int BYTES_OF_POLICY = 110;
    private static final int BYTES_OF_EXPRESSION = 52;
    private static final int BYTES_OF_TAINT = 112;
    /** Quotation marks, and a comma or colon. */
    private static final int BYTES_AROUND_TEXT = 3;

    private static final int STEPS_OF_EXPRESSION_ITSELF = 1_000;
    private static final int STEPS_OF_OPENING = 150;
    private static final int STEPS_OF_GROUP = 7;
    private static final int STEPS_OF_LABEL = 21;
    private static final int STEPS_OF_REQUIREMENT = 21;

    static final ReservationSize EMPTY = new ReservationSize(BYTES_OF_OBJECT, STEPS_OF_EXPRESSION_ITSELF);

    boolean fits() {
        return bytes <= MAX_BYTES && steps <= MAX_STEPS;
    }

    /** This and what one more policy reserves. */
    ReservationSize with(String policy, LabelSelector namespaces, Exemption exempt, Collection<ReservedTaint> taints) {
        long ofTaints = taints.stream()
                .mapToLong(taint ->
                        BYTES_OF_TAINT + bytes(taint.key()) + bytes(taint.value() == null ? "" : taint.value()))
                .sum();
        return new ReservationSize(
                bytes + bytes(policy) + bytes(namespaces, exempt) + ofTaints + taints.size() * bytes(policy),
                steps + taints.size() * steps(namespaces, exempt));
    }

    private static long bytes(LabelSelector namespaces, Exemption exempt) {
        long ofLabels = 0;
        for (Map.Entry<String, String> label : namespaces.matchLabels().entrySet()) {
            ofLabels += bytes(label.getKey()) + bytes(label.getValue());
        }
        long ofExpressions = 0;
        for (Requirement requirement : namespaces.matchExpressions()) {
            ofExpressions += BYTES_OF_EXPRESSION + bytes(requirement.key()) + bytes(requirement.values());
        }
        return BYTES_OF_POLICY
                + ofLabels
                + ofExpressions
                + bytes(exempt.namespaces())
                + bytes(exempt.serviceAccounts())
                + bytes(exempt.users())
                + bytes(exempt.groups());
    }

    private static long bytes(Collection<String> texts) {
        return texts.stream().mapToLong(ReservationSize::bytes).sum();
    }

    private static long bytes(String text) {
        return BYTES_AROUND_TEXT
                + text.chars().mapToLong(ReservationSize::bytes).sum();
    }

    /** Of a character that JSON may escape (Go writes \u003c for {@code <}), or that UTF-8 needs more bytes for. */
    private static int bytes(int character) {
        boolean plain = character >= ' ' && character < 0x7F && "\"\\<>&".indexOf(character) < 0;
        return plain ? 1 : "\\u0000".length();
    }

    /** Of looking at one taint that is open to the policy. */
    private static long steps(LabelSelector namespaces, Exemption exempt) {
        long ofRequirements = namespaces.matchExpressions().stream()
                .mapToLong(requirement ->
                        STEPS_OF_REQUIREMENT + requirement.values().size())
                .sum();
        return STEPS_OF_OPENING
                + exempt.namespaces().size()
                + exempt.users().size()
                + 2L * exempt.serviceAccounts().size()
                + (long) exempt.groups().size() * (STEPS_OF_GROUP + GROUPS_OF_REQUESTER)
                + (long) namespaces.matchLabels().size() * STEPS_OF_LABEL
                + ofRequirements;
    }
}
