package dev.tolerant.engine.pod;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who creates the pods of which kind of controller. Any author of a pod can write an owner reference, so the program
 * believes one only from these users.
 */
public final class Controllers {
    private static final String ACCOUNT = "system:serviceaccount:kube-system:";
    private static final String CONTROLLER_MANAGER = "system:kube-controller-manager";
    private static final String MASTERS = "system:masters";

    /**
     * The accounts of kube-controller-manager when it runs with {@code --use-service-account-credentials}
     * (cmd/kube-controller-manager/names in k8s.io/kubernetes).
     */
    private static final Map<Owner, String> ACCOUNTS = Map.of(
            Owner.REPLICA_SET, ACCOUNT + "replicaset-controller",
            Owner.STATEFUL_SET, ACCOUNT + "statefulset-controller",
            Owner.DAEMON_SET, ACCOUNT + "daemon-set-controller",
            Owner.JOB, ACCOUNT + "job-controller",
            Owner.REPLICATION_CONTROLLER, ACCOUNT + "replication-controller");

    public static final Controllers BUILT_IN = new Controllers(Map.of());

    private final Map<Owner, Set<String>> users;

    private Controllers(Map<Owner, Set<String>> users) {
        this.users = users;
    }

    /**
     * Those of Kubernetes itself, and others.
     *
     * @param others usernames by {@link Owner#name()}
     */
    public static Controllers with(Map<String, Set<String>> others) {
        Map<Owner, Set<String>> users = new HashMap<>();
        others.forEach((owner, names) -> users.computeIfAbsent(Owner.parse(owner), any -> new HashSet<>())
                .addAll(names));
        return new Controllers(users);
    }

    /** The service account that creates the pods of a built-in kind. */
    public static String accountOf(Owner builtIn) {
        String account = ACCOUNTS.get(builtIn);
        if (account == null) {
            throw new IllegalArgumentException(builtIn.name() + " is not a built-in kind");
        }
        return account;
    }

    /** Whether pods that name this owner are believed to be its own if this user creates them. */
    public boolean believe(Requester requester, Owner owner) {
        String account = ACCOUNTS.get(owner);
        boolean builtIn = account != null
                && (requester.username().equals(account)
                        || requester.username().equals(CONTROLLER_MANAGER)
                        || requester.groups().contains(MASTERS));
        return builtIn || users.getOrDefault(owner, Set.of()).contains(requester.username());
    }

    /**
     * Whether a reference to this owner could be meant to earn something: it has one of the five names, of whatever
     * group, or a user is known for it.
     */
    public boolean know(Owner owner) {
        return users.containsKey(owner)
                || Owner.BUILT_IN.stream().anyMatch(builtIn -> builtIn.kind().equals(owner.kind()));
    }

    /** The users who are believed, for a sentence; empty if there are none. */
    public Set<String> of(Owner owner) {
        Set<String> names = new TreeSet<>(users.getOrDefault(owner, Set.of()));
        String account = ACCOUNTS.get(owner);
        if (account != null) {
            names.add(account);
        }
        return names;
    }
}
