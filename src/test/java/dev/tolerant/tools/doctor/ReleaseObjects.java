package dev.tolerant.tools.doctor;

import dev.tolerant.observed.objects.ClusterObjects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The release in namespace {@code tolerant-system}, as the API shows it. */
final class ReleaseObjects {
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

    /** A cluster with these objects and the release, of which pods with these names are ready. */
    static ClusterObjects clusterObjects(int wanted, String ready, String... others) {
        List<String> objects = new ArrayList<>(List.of(others));
        objects.add(deployment(wanted));
        Arrays.stream(ready.split(","))
                .filter(name -> !name.isEmpty())
                .map(ReleaseObjects::pod)
                .forEach(objects::add);
        return DoctorFixture.clusterObjects(objects.toArray(String[]::new));
    }
}
