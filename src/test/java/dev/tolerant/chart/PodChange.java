package dev.tolerant.chart;

import static dev.tolerant.chart.AttemptedChange.of;

import java.util.List;
import java.util.stream.Stream;

/** Changes of a stored pod that the API allows, and that the program's own account might try. */
public final class PodChange {
    /** A pod of which the API lets as much be changed as of any: it still waits for its gate. */
    public static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: guarded
              namespace: kube-system
              labels: {app: guarded}
              annotations: {example.com/a: b}
              finalizers: [example.com/keep]
              ownerReferences: [{apiVersion: v1, kind: Namespace, name: kube-system, uid: 00000000-0000-4000-8000-000000000000}]
            spec:
              schedulingGates: [{name: example.com/wait}, {name: example.com/also}]
              nodeSelector: {pool: a}
              terminationGracePeriodSeconds: 30
              activeDeadlineSeconds: 600
              containers:
              - {name: main, image: "example.com/main:1"}
              - {name: second, image: "example.com/second:1"}
              initContainers:
              - {name: init, image: "example.com/init:1"}
              tolerations:
              - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
              - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            """;

    private static final String SECONDS = "{'op':'replace','path':'/spec/tolerations/0/tolerationSeconds','value':60}";

    /** What the API lets an administrator change. */
    private static final List<AttemptedChange> FORBIDDEN = List.of(
            of("add a label", "{'op':'add','path':'/metadata/labels/own','value':'yes'}"),
            of("change a label", "{'op':'replace','path':'/metadata/labels/app','value':'other'}"),
            of("remove all labels", "{'op':'remove','path':'/metadata/labels'}"),
            of("add an annotation", "{'op':'add','path':'/metadata/annotations/example.com~1c','value':'d'}"),
            of("change an annotation", "{'op':'replace','path':'/metadata/annotations/example.com~1a','value':'c'}"),
            of("remove an annotation", "{'op':'remove','path':'/metadata/annotations/example.com~1a'}"),
            of("remove all annotations", "{'op':'remove','path':'/metadata/annotations'}"),
            of(
                    "have it collected by an owner that does not exist",
                    "{'op':'add','path':'/metadata/ownerReferences/-','value':{'apiVersion':'v1','kind':'Namespace',"
                            + "'name':'gone','uid':'00000000-0000-4000-8000-000000000001'}}"),
            of("orphan it", "{'op':'remove','path':'/metadata/ownerReferences'}"),
            of(
                    "block its deletion by a finalizer",
                    "{'op':'add','path':'/metadata/finalizers/-','value':'example.com/x'}"),
            of("let it go before its time", "{'op':'remove','path':'/metadata/finalizers'}"),
            of(
                    "change the first image",
                    "{'op':'replace','path':'/spec/containers/0/image','value':'example.com/evil:1'}"),
            of(
                    "change another image",
                    "{'op':'replace','path':'/spec/containers/1/image','value':'example.com/evil:1'}"),
            of(
                    "change the image of an init container",
                    "{'op':'replace','path':'/spec/initContainers/0/image','value':'example.com/evil:1'}"),
            of("end it soon", "{'op':'replace','path':'/spec/activeDeadlineSeconds','value':1}"),
            of("remove a gate", "{'op':'remove','path':'/spec/schedulingGates/0'}"),
            of("remove all gates", "{'op':'remove','path':'/spec/schedulingGates'}"),
            of("select other nodes", "{'op':'add','path':'/spec/nodeSelector/zone','value':'b'}"),
            of(
                    "require other nodes",
                    "{'op':'add','path':'/spec/affinity','value':{'nodeAffinity':"
                            + "{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':"
                            + "[{'matchExpressions':[{'key':'zone','operator':'In','values':['b']}]}]}}}}"),
            of(
                    "hide a change beside seconds",
                    SECONDS,
                    "{'op':'replace','path':'/spec/containers/0/image','value':'example.com/evil:1'}"),
            of("hide a label beside seconds", SECONDS, "{'op':'add','path':'/metadata/labels/own','value':'yes'}"));

    /** What the API refuses today anyway, and to anybody. */
    private static final List<AttemptedChange> FORBIDDEN_ANYWAY = List.of(
            of("set a field of a later version", "{'op':'add','path':'/spec/fieldOfALaterVersion','value':true}"),
            of("run as another account", "{'op':'add','path':'/spec/serviceAccountName','value':'admin'}"),
            of("add a container", "{'op':'copy','from':'/spec/containers/0','path':'/spec/containers/-'}"),
            of("swap containers", "{'op':'move','from':'/spec/containers/0','path':'/spec/containers/1'}"),
            of("change the grace period", "{'op':'replace','path':'/spec/terminationGracePeriodSeconds','value':1}"),
            of("change a command", "{'op':'add','path':'/spec/containers/0/command','value':['sh']}"));

    private static final List<AttemptedChange> ALLOWED = List.of(
            of("change seconds", SECONDS),
            of("let it stay for good", "{'op':'remove','path':'/spec/tolerations/1/tolerationSeconds'}"),
            of(
                    "append a toleration",
                    "{'op':'add','path':'/spec/tolerations/-','value':{'key':'spot','operator':'Exists','effect':'NoSchedule'}}"),
            of(
                    "do both at once",
                    SECONDS,
                    "{'op':'add','path':'/spec/tolerations/-','value':{'key':'spot','operator':'Exists'}}"));

    private PodChange() {}

    /** What an administrator may do, and the account must not. */
    public static Stream<AttemptedChange> forbidden() {
        return FORBIDDEN.stream();
    }

    /** The same, and what the API refuses to anybody. */
    public static Stream<AttemptedChange> forbiddenOrImpossible() {
        return Stream.concat(FORBIDDEN.stream(), FORBIDDEN_ANYWAY.stream());
    }

    /** What the account may do. */
    public static Stream<AttemptedChange> allowed() {
        return ALLOWED.stream();
    }
}
