package dev.tolerant.tools.doctor;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The release in namespace {@code tolerant-system}, as the API shows it. */
final class ReleaseObjects {
    static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/tolerant-system/deployments";
    static final String PODS = "/api/v1/namespaces/tolerant-system/pods";
    static final String BUDGETS = "/apis/policy/v1/namespaces/tolerant-system/poddisruptionbudgets";

    static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: tolerant
              namespace: tolerant-system
              labels:
                app.kubernetes.io/part-of: tolerant
                app.kubernetes.io/component: webhook
                app.kubernetes.io/version: 1.2.3
                helm.sh/chart: tolerant-1.2.3
            spec:
              replicas: WANTED
              selector: {matchLabels: {app.kubernetes.io/name: tolerant}}
              template:
                metadata: {labels: {app.kubernetes.io/name: tolerant}}
                spec: {serviceAccountName: tolerant}
            """;

    static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: NAME, namespace: tolerant-system, labels: {app.kubernetes.io/name: tolerant}}
            spec: {containers: [{name: webhook, image: "example.com/tolerant:1.2.3", ports: [{name: https, containerPort: 8443}]}]}
            status: {conditions: [{type: Ready, status: "True"}]}
            """;

    private ReleaseObjects() {}

    static String deployment(int wanted) {
        return DEPLOYMENT.replace("WANTED", Integer.toString(wanted));
    }

    static String pod(String name) {
        return POD.replace("NAME", name);
    }

    /** Gives an API server the release and these ready pods, whose names have commas between them. */
    static AskedServer in(AskedServer server, int wanted, String ready) {
        String pods = Arrays.stream(ready.split(","))
                .filter(name -> !name.isEmpty())
                .map(ReleaseObjects::pod)
                .collect(Collectors.joining(""));
        return server.with(DEPLOYMENTS, list(deployment(wanted))).with(PODS, list(pods));
    }

    /** A list of objects, each of which begins with its apiVersion. */
    static String list(String objects) {
        return "items:\n"
                + objects.lines()
                        .map(line -> line.startsWith("apiVersion") ? "- " + line : "  " + line)
                        .collect(Collectors.joining("\n"))
                + (objects.isEmpty() ? " []" : "");
    }
}
