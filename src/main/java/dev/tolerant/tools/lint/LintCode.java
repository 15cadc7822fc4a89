package dev.tolerant.tools.lint;

import dev.tolerant.engine.words.Coded;
import dev.tolerant.observed.findings.PolicyFinding;
import java.util.List;

/** The codes of lint's findings. */
public enum LintCode implements Coded {
    UNREADABLE(Severity.ERROR, "the file is not YAML or JSON, or an object does not match the API's schema"),
    WRITTEN_TWICE(
            Severity.ERROR, "a field is written twice in one mapping: kubectl takes the last, and strict readers none"),
    INVALID_VALUE(Severity.ERROR, "a label, a name or a value that decides where a pod runs, and that the API refuses"),
    UNSEEN(Severity.WARNING, "kubectl does not see what follows an object without --- between them"),
    UNKNOWN_FIELD(
            Severity.ERROR,
            "a misspelt or misplaced field of a pod or workload: strict validation refuses it, and other clients have"
                    + " it dropped"),
    UNFAMILIAR_FIELD(
            Severity.WARNING,
            "a field of a pod, a workload or a toleration that resembles none of the API's; a newer Kubernetes may"
                    + " have it"),
    INVALID_SECONDS(Severity.ERROR, "tolerationSeconds without effect NoExecute: the API refuses it"),
    INVALID_TOLERATION(Severity.ERROR, "the API refuses the toleration"),
    INVALID_AFFINITY(Severity.ERROR, "the API refuses the node affinity"),
    INVALID_POLICY(Severity.ERROR, "the TolerationPolicy cannot be used"),
    INVALID_NAMESPACE(
            Severity.ERROR,
            "a part of the Namespace's annotations cannot be used, or is misspelt and therefore ignored"),
    DUPLICATE_SHORTENS(
            Severity.ERROR, "an earlier entry tolerates the same taints for fewer seconds, and the first match counts"),
    DUPLICATE_OBJECT(
            Severity.WARNING,
            "a TolerationPolicy or Namespace of that name is there already with other content; the first one counts"),
    WITHOUT_EFFECT(Severity.WARNING, "an earlier entry tolerates all that this one does"),
    TOLERATION_ELSEWHERE(
            Severity.WARNING,
            "a list of tolerations in an object of another kind, such as a Prometheus, has an entry that the API"
                    + " refuses in pods"),
    OLD_ANNOTATION(
            Severity.WARNING,
            "a pod has tolerations or affinity in an annotation, as before Kubernetes 1.6; it has no effect"),
    MATCHES_NOTHING(
            Severity.WARNING,
            "node affinity compares by Gt or Lt with what is no whole number: the API accepts it, and no node meets"
                    + " it"),
    WILDCARD_FOREVER(
            Severity.WARNING,
            "every NoExecute taint is tolerated for good, so that no node failure ever moves the pod; DaemonSets"
                    + " aside"),
    ZERO_SECONDS(Severity.WARNING, "zero or negative seconds evict at once"),
    TOO_MANY_SECONDS(
            Severity.WARNING, "more than 9223372036 seconds, of which the control plane makes never or a few others"),
    SECONDS_OVERWRITTEN(
            Severity.WARNING,
            "the DaemonSet controller removes these seconds from its pods, which stay on failed nodes"),
    INJECT_IGNORED(
            Severity.WARNING,
            "tolerant.dev/inject is an annotation, has another value than false, or is a label of what makes pods and"
                    + " not of their template"),
    OPEN_WHITELIST(Severity.WARNING, "a Namespace's whitelist has an entry without key, which admits every key"),
    RESERVES_NOTHING,
    NO_SUCH_TAINT,
    ON_OTHER_NODES,
    CONTRADICTS,
    MATCHES_NO_NAMESPACE,
    SELECTS_NO_NODE,
    NO_NODE_HAS_TAINT,
    NO_NODE_MEETS_BOTH,
    NO_SUCH_NAMESPACE,
    NO_SUCH_SERVICE_ACCOUNT,
    NEVER_WINS,
    NOTHING_TO_DO(Severity.WARNING, "a policy gives pods nothing and reserves nothing"),
    NAMESPACE_IGNORED(
            Severity.WARNING,
            "a TolerationPolicy has metadata.namespace, which does not limit it: it applies to all namespaces"),
    TEMPLATES_LEFT_ALONE(
            Severity.WARNING,
            "a policy gives tolerations or node affinity to pods of DaemonSets, whose controller asks the template"
                    + " instead"),
    PASSING_TAINT(
            Severity.WARNING,
            "a policy covers a taint that others put on nodes which start, leave or are not ready; policies for"
                    + " DaemonSets aside"),
    NEVER_ASKED(
            Severity.WARNING, "a policy names a namespace about whose pods the API server does not ask the webhook"),
    LACKS_LABEL(
            Severity.WARNING,
            "a policy takes a value from a label that some of its namespaces among the files do not have"),
    REFUSED_POD(Severity.WARNING, "the policies and namespaces among the files refuse the pod");

    private final Severity severity;
    private final String meaning;

    LintCode(Severity severity, String meaning) {
        this.severity = severity;
        this.meaning = meaning;
    }

    /** For a code that commands and conditions say of a cluster too. */
    LintCode() {
        PolicyFinding.Code found = PolicyFinding.Code.valueOf(name());
        this.severity = found.isNotice() ? Severity.NOTICE : Severity.WARNING;
        this.meaning = found.meaning();
    }

    static LintCode of(PolicyFinding.Code found) {
        return valueOf(found.name());
    }

    /** False for a code that judges a field's name. */
    boolean isOfValue() {
        return !List.of(WRITTEN_TWICE, UNSEEN, UNKNOWN_FIELD, UNFAMILIAR_FIELD, OLD_ANNOTATION)
                .contains(this);
    }

    public Severity severity() {
        return severity;
    }

    public String meaning() {
        return meaning;
    }

    /** The worst first. */
    public enum Severity implements Coded {
        ERROR,
        WARNING,
        /** It never fails a run. */
        NOTICE;

        public boolean isAtLeast(Severity other) {
            return compareTo(other) <= 0;
        }
    }
}
