package dev.tolerant.chart;

import static dev.tolerant.chart.AttemptedChange.of;

import java.util.List;
import java.util.stream.Stream;

/** Changes of a webhook registration that the program's own account might try. */
public final class RegistrationChange {
    /** Changes that nobody but an administrator may make. */
    private static final List<AttemptedChange> FORBIDDEN = List.of(
            of("add a label", "{'op':'add','path':'/metadata/labels/own','value':'yes'}"),
            of(
                    "change a label",
                    "{'op':'replace','path':'/metadata/labels/app.kubernetes.io~1managed-by','value':'me'}"),
            of("remove all labels", "{'op':'remove','path':'/metadata/labels'}"),
            of("add annotations", "{'op':'add','path':'/metadata/annotations','value':{'example.com/a':'b'}}"),
            of(
                    "have itself collected by an owner that does not exist",
                    "{'op':'add','path':'/metadata/ownerReferences','value':[{'apiVersion':'v1','kind':'Namespace',"
                            + "'name':'gone','uid':'00000000-0000-4000-8000-000000000000'}]}"),
            of(
                    "block its deletion by a finalizer",
                    "{'op':'add','path':'/metadata/finalizers','value':['example.com/keep']}"),
            of("remove a webhook", "{'op':'remove','path':'/webhooks/0'}"),
            of("remove all webhooks", "{'op':'replace','path':'/webhooks','value':[]}"),
            of(
                    "add a webhook",
                    "{'op':'copy','from':'/webhooks/0','path':'/webhooks/0'}",
                    "{'op':'replace','path':'/webhooks/0/name','value':'added.tolerant.dev'}"),
            of("rename a webhook", "{'op':'replace','path':'/webhooks/0/name','value':'other.tolerant.dev'}"),
            of(
                    "read every Secret",
                    "{'op':'replace','path':'/webhooks/0/rules','value':[{'apiGroups':[''],'apiVersions':['v1'],"
                            + "'resources':['secrets'],'operations':['CREATE','UPDATE'],'scope':'*'}]}"),
            of("drop an operation", "{'op':'replace','path':'/webhooks/0/rules/0/operations','value':['DELETE']}"),
            of("add a rule", "{'op':'copy','from':'/webhooks/0/rules/0','path':'/webhooks/0/rules/-'}"),
            of(
                    "call a URL",
                    "{'op':'remove','path':'/webhooks/0/clientConfig/service'}",
                    "{'op':'add','path':'/webhooks/0/clientConfig/url','value':'https://192.0.2.1/'}"),
            of(
                    "call another Service",
                    "{'op':'replace','path':'/webhooks/0/clientConfig/service/name','value':'other'}"),
            of(
                    "call another namespace",
                    "{'op':'replace','path':'/webhooks/0/clientConfig/service/namespace','value':'default'}"),
            of(
                    "call another path",
                    "{'op':'replace','path':'/webhooks/0/clientConfig/service/path','value':'/q/health'}"),
            of("call another port", "{'op':'replace','path':'/webhooks/0/clientConfig/service/port','value':8443}"),
            of(
                    "select other namespaces",
                    "{'op':'replace','path':'/webhooks/0/namespaceSelector','value':{'matchLabels':{'a':'b'}}}"),
            of("reach kube-system", "{'op':'remove','path':'/webhooks/0/namespaceSelector/matchExpressions/0'}"),
            of(
                    "select other pods",
                    "{'op':'add','path':'/webhooks/0/objectSelector','value':{'matchLabels':{'a':'b'}}}"),
            of(
                    "add a condition that never holds",
                    "{'op':'add','path':'/webhooks/0/matchConditions','value':[{'name':'never','expression':'false'}]}"),
            of("remove the conditions", "{'op':'remove','path':'/webhooks/0/matchConditions'}"),
            of("fail open", "{'op':'replace','path':'/webhooks/0/failurePolicy','value':'Ignore'}"),
            of("match exactly", "{'op':'replace','path':'/webhooks/0/matchPolicy','value':'Exact'}"),
            of("be called for a shorter time", "{'op':'replace','path':'/webhooks/0/timeoutSeconds','value':1}"),
            of("claim side effects", "{'op':'replace','path':'/webhooks/0/sideEffects','value':'NoneOnDryRun'}"),
            of(
                    "take another version",
                    "{'op':'replace','path':'/webhooks/0/admissionReviewVersions','value':['v1','v1beta1']}"),
            of(
                    "hide a change behind the caBundle",
                    "{'op':'add','path':'/webhooks/0/clientConfig/caBundle','value':'LS0tLS1CRUdJTg=='}",
                    "{'op':'replace','path':'/webhooks/0/timeoutSeconds','value':1}"),
            of("be called once", "{'op':'replace','path':'/webhooks/0/reinvocationPolicy','value':'Never'}"),
            of("change the order", "{'op':'move','from':'/webhooks/0','path':'/webhooks/1'}"),
            of("change the last webhook", "{'op':'replace','path':'/webhooks/2/failurePolicy','value':'Ignore'}"));

    private RegistrationChange() {}

    /** What the account must not do. */
    public static Stream<AttemptedChange> forbidden() {
        return FORBIDDEN.stream();
    }

    /** The one change that it may make. */
    public static AttemptedChange caBundle(int webhook, String base64) {
        return of(
                "write the caBundle",
                "{'op':'add','path':'/webhooks/%d/clientConfig/caBundle','value':'%s'}".formatted(webhook, base64));
    }
}
