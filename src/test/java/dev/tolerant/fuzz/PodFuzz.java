package dev.tolerant.fuzz;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Bytes as the choices that make a review, so that all of them reach the rules. */
public final class PodFuzz {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> NAMESPACES = List.of("shop", "closed", "quiet", "unknown");
    private static final List<String> USERS = List.of(
            "jane", "system:serviceaccount:kube-system:daemon-set-controller", "system:node:node-1", "admin", "");
    private static final List<String> GROUPS = List.of("system:authenticated", "system:nodes", "system:masters");

    private PodFuzz() {}

    /** Before the first input, which would otherwise take as long as the start of the program. */
    public static void fuzzerInitialize() {
        SampleReviews.askAll(FuzzedCluster.USUAL);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        Choices choices = new Choices(input);
        FuzzedCluster cluster = new FuzzedCluster(choices.of(FuzzedCluster.ENGINES), FuzzedCluster.SNAPSHOT);
        new ReviewOracle(cluster).check(StrictJson.bytes(review(choices)));
    }

    private static ObjectNode review(Choices choices) {
        ObjectNode review =
                JSON.objectNode().put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
        ObjectNode request = review.putObject("request").put("uid", "705ab4f5-6393-11e8-b7cc-42010a800002");
        boolean ofDaemonSet = choices.upTo(4) == 1;
        request.putObject("kind")
                .put("group", ofDaemonSet ? "apps" : "")
                .put("version", "v1")
                .put("kind", ofDaemonSet ? "DaemonSet" : "Pod");
        boolean update = choices.flag();
        request.put("namespace", choices.of(NAMESPACES)).put("operation", update ? "UPDATE" : "CREATE");
        request.putObject("userInfo")
                .put("username", choices.text(USERS))
                .putArray("groups")
                .add(choices.of(GROUPS));
        ObjectNode pod = new FuzzedPod(choices).pod();
        request.set("object", in(ofDaemonSet, pod));
        if (update) {
            // Most updates change little.
            ObjectNode stored = choices.flag() ? pod.deepCopy() : new FuzzedPod(choices).pod();
            if (choices.flag() && stored.get("spec") instanceof ObjectNode spec) {
                new FuzzedPod(choices).changeTolerations(spec);
            }
            request.set("oldObject", in(ofDaemonSet, stored));
        }
        return review;
    }

    private static ObjectNode in(boolean ofDaemonSet, ObjectNode pod) {
        if (!ofDaemonSet) {
            return pod;
        }
        ObjectNode daemonSet = JSON.objectNode();
        daemonSet.putObject("spec").set("template", pod);
        return daemonSet;
    }
}
