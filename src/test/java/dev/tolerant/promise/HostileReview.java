package dev.tolerant.promise;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reviews that consist mostly of one part, as large as a client likes, with names that it chooses. */
enum HostileReview {
    REQUESTS(
            names -> create("", "'containers': [{'resources': {'requests': {" + each(names, "'a.b/%s': '1'") + "}}}]")),
    LIMITS_OF_CONTAINERS(names -> create(
            "", "'initContainers': [" + each(names, "{'resources': {'limits': {'a.b/%s': 2, 'cpu': '1'}}}") + "]")),
    RESOURCES_OF_THE_POD(
            names -> create("", "'resources': {'requests': {" + each(names, "'a.b/%s': '1'") + "}}, 'containers': []")),
    LONG_QUANTITY(names ->
            create("", "'containers': [{'resources': {'limits': {'cpu': '" + "7".repeat(16 * names.size()) + "'}}}]")),
    EMPTY_CONTAINERS(names -> create("", "'containers': [" + each(names, "{'name': '%s'}") + "]")),
    LABELS(names -> create("'labels': {" + each(names, "'%s': '%1$s'") + "}", "'tolerations': []")),
    OWNERS(names -> create(
            "'ownerReferences': [" + each(names, "{'kind': '%s', 'controller': true}") + "]", "'tolerations': []")),
    NODE_SELECTOR(names -> create("", "'nodeSelector': {" + each(names, "'%s': 'x'") + "}")),
    NODE_SELECTOR_OF_AN_UPDATE(names -> update(
            "'nodeSelector': {" + each(names, "'%s': 'x'") + "}",
            "'nodeSelector': {" + each(names, "'%s': 'y'") + "}")),
    AFFINITY_TERMS(
            names -> create("", required(each(names, "{'matchExpressions': [{'key': '%s', 'operator': 'Exists'}]}")))),
    AFFINITY_TERMS_OF_AN_UPDATE(names -> update(
            required(each(names, "{'matchExpressions': [{'key': '%s', 'operator': 'In', 'values': ['a']}]}")),
            required(each(names, "{'matchExpressions': [{'key': '%s', 'operator': 'In', 'values': ['b']}]}")))),
    AFFINITY_EXPRESSIONS(names -> create(
            "",
            required("{'matchExpressions': [" + each(names, "{'key': 'pool', 'operator': 'In', 'values': ['%s']}")
                    + "]}"))),
    AFFINITY_VALUES(names -> create(
            "",
            required("{'matchExpressions': [{'key': 'pool', 'operator': 'In', 'values': [" + each(names, "'%s'")
                    + "]}]}"))),
    TOLERATIONS(names -> create("", tolerations(names, "{'key': '%s', 'operator': 'Exists', 'effect': 'NoSchedule'}"))),
    TOLERATIONS_OF_ONE_KEY(names -> create("", tolerations(names, "{'key': 'dedicated', 'value': '%s'}"))),
    TOLERATIONS_OF_EVERY_KEY(names -> create(
            "",
            tolerations(names, "{'value': '%s'}") + ", 'containers': [{'resources': {'requests': {"
                    + each(names, "'a.b/%s': '1'") + "}}}]")),
    TOLERATIONS_OF_RESOURCES(names -> create(
            "",
            tolerations(names, "{'key': 'a.b/%s', 'operator': 'Exists', 'effect': 'NoSchedule'}") + ", 'containers': ["
                    + each(names, "{'resources': {'limits': {'a.b/%s': '1'}}}") + "]")),
    TOLERATIONS_OF_AN_UPDATE(names -> update(
            tolerations(names, "{'key': '%s', 'value': 'a'}"), tolerations(names, "{'key': '%s', 'value': 'b'}"))),
    DROPPED_TOLERATIONS(names -> update("'tolerations': []", tolerations(names, "{'key': '%s', 'value': 'b'}"))),
    INJECTED_TOLERATIONS(
            names -> update(tolerations(names, injected(300)), tolerations(names, "{'key': '%s', 'value': 'b'}"))),
    TOLERATIONS_THAT_LOOK_INJECTED(
            names -> update(tolerations(names, injected(7)), tolerations(names, "{'key': '%s', 'value': 'b'}"))),
    GROUPS(names -> review("CREATE", each(names, "'%s'"), pod("", "'tolerations': []"), "null")),
    UNWANTED_FIELDS(names -> create("", each(names, "'%s': {'a': ['%1$s']}"))),
    UNWANTED_FIELDS_WITH_ESCAPES(names -> create("", each(names, "'\\u0061%s': {'a': ['%1$s']}"))),
    MANAGED_FIELDS(names -> create(
            "'managedFields': [{'fieldsV1': {'f:spec': {" + each(names, "'k:{\\\"name\\\":\\\"%s\\\"}': {'.': {}}")
                    + "}}}]",
            "'tolerations': []")),
    MANAGERS(names -> create(
            "'managedFields': [" + each(names, "{'manager': '%s', 'fieldsV1': {'f:spec': {}}}") + "]",
            "'tolerations': []")),
    LONG_STRING_WITH_ESCAPES(
            names -> create("'labels': {'app': '" + each(names, "\\u003c%s") + "'}", "'tolerations': []")),
    LONG_NAME_WITH_ESCAPES(names -> create("", "'" + each(names, "\\u003c%s") + "': 1, 'tolerations': []")),
    LONG_TOLERATION(names ->
            update("'tolerations': []", "'tolerations': [{'key': 'a', 'later': [" + each(names, "'%s'") + "]}]")),
    WRONG_TYPE(names -> create("", "'tolerations': {" + each(names, "'%s': 1") + "}")),
    DEEP_AND_UNWANTED(names -> create("", "'volumes': " + deep(names.size()))),
    DEEP_AND_OF_THE_WRONG_TYPE(names -> create("", "'tolerations': " + deep(names.size())));

    private final Function<List<String>, String> json;

    HostileReview(Function<List<String>, String> json) {
        this.json = json;
    }

    /** A review with one of the part for each of the names. */
    byte[] of(List<String> names) {
        return json.apply(names).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static String each(List<String> names, String format) {
        return names.stream().map(name -> String.format(format, name)).collect(Collectors.joining(", "));
    }

    private static String tolerations(List<String> names, String format) {
        return "'tolerations': [" + each(names, format) + "]";
    }

    /** As the API server injects it. */
    private static String injected(int seconds) {
        return "{'key': 'node.kubernetes.io/unreachable', 'operator': 'Exists', 'effect': 'NoExecute',"
                + " 'tolerationSeconds': " + seconds + "}";
    }

    private static String required(String terms) {
        return "'affinity': {'nodeAffinity': {'requiredDuringSchedulingIgnoredDuringExecution': {'nodeSelectorTerms': ["
                + terms + "]}}}";
    }

    private static String deep(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    private static String create(String metadata, String spec) {
        return review("CREATE", "", pod(metadata, spec), "null");
    }

    private static String update(String spec, String oldSpec) {
        String unowned = "'managedFields': [{'fieldsV1': {'f:spec': {}}}]";
        return review("UPDATE", "", pod(unowned, spec), pod("", oldSpec));
    }

    private static String pod(String metadata, String spec) {
        return "{'metadata': {" + metadata + "}, 'spec': {" + spec + "}}";
    }

    private static String review(String operation, String groups, String object, String oldObject) {
        return "{'apiVersion': 'admission.k8s.io/v1', 'kind': 'AdmissionReview', 'request': {'uid': 'uid-1',"
                + " 'kind': {'kind': 'Pod'}, 'namespace': 'shop', 'operation': '" + operation + "',"
                + " 'userInfo': {'username': 'jane', 'groups': [" + groups + "]},"
                + " 'object': " + object + ", 'oldObject': " + oldObject + "}}";
    }
}
