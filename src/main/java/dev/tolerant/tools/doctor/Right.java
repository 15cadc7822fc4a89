package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.decision.Mode;
import dev.tolerant.settings.CertificateMode;
import dev.tolerant.settings.KeeperMode;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.settings.TolerantConfig.Source;
import java.util.ArrayList;
import java.util.List;

/**
 * A right that the program's account needs.
 *
 * @param group of the API; empty for the core group
 * @param resource with its subresource
 * @param namespace empty for objects in none, or in all
 * @param name empty for all objects
 */
record Right(String verb, String group, String resource, String namespace, String name) {
    private static final String REGISTRATIONS = "admissionregistration.k8s.io";

    /** What the program needs with these settings, as the chart grants it. */
    static List<Right> of(TolerantConfig config, String namespace) {
        List<Right> rights = new ArrayList<>();
        Source source = config.policies().source();
        if (source == Source.CLUSTER || source == Source.AUTO) {
            add(rights, "", "namespaces", "get", "list", "watch");
            add(rights, "", "nodes", "list", "watch");
            add(rights, "tolerant.dev", "tolerationpolicies", "list", "watch");
            add(rights, "tolerant.dev", "tolerationpolicies/status", "update");
            add(rights, REGISTRATIONS, "validatingwebhookconfigurations", "list", "watch");
            rights.add(new Right("create", "coordination.k8s.io", "leases", namespace, ""));
            rights.add(new Right("get", "coordination.k8s.io", "leases", namespace, "tolerant-leader"));
            rights.add(new Right("patch", "coordination.k8s.io", "leases", namespace, "tolerant-leader"));
        }
        if (config.fleet().mode() != KeeperMode.OFF) {
            add(rights, "", "pods", "get", "list", "watch");
            if (config.fleet().mode() == KeeperMode.ENFORCE && config.mode() == Mode.ENFORCE) {
                add(rights, "", "pods", "patch");
            }
            add(rights, "", "events", "create");
            add(rights, REGISTRATIONS, "mutatingwebhookconfigurations", "list", "watch");
        }
        if (config.certificate().mode() == CertificateMode.BUILT_IN) {
            addBuiltIn(rights, config.certificate(), namespace);
        }
        return List.copyOf(rights);
    }

    private static void addBuiltIn(List<Right> rights, TolerantConfig.Certificate certificate, String namespace) {
        certificate.mutatingWebhookConfiguration().ifPresent(name -> {
            rights.add(new Right("get", REGISTRATIONS, "mutatingwebhookconfigurations", "", name));
            rights.add(new Right("patch", REGISTRATIONS, "mutatingwebhookconfigurations", "", name));
        });
        certificate.validatingWebhookConfiguration().ifPresent(name -> {
            rights.add(new Right("get", REGISTRATIONS, "validatingwebhookconfigurations", "", name));
            rights.add(new Right("patch", REGISTRATIONS, "validatingwebhookconfigurations", "", name));
        });
        certificate.secret().ifPresent(name -> {
            rights.add(new Right("get", "", "secrets", namespace, name));
            rights.add(new Right("update", "", "secrets", namespace, name));
        });
    }

    private static void add(List<Right> rights, String group, String resource, String... verbs) {
        for (String verb : verbs) {
            rights.add(new Right(verb, group, resource, "", ""));
        }
    }

    String title() {
        return verb + " of " + resource + (group.isEmpty() ? "" : "." + group) + (name.isEmpty() ? "" : " " + name)
                + (namespace.isEmpty() ? "" : " in namespace " + namespace);
    }

    /** The question whether a user has it. */
    ObjectNode review(String user, String namespaceOfUser) {
        ObjectNode review = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "authorization.k8s.io/v1")
                .put("kind", "SubjectAccessReview");
        ObjectNode spec = review.putObject("spec").put("user", user);
        spec.putArray("groups")
                .add("system:serviceaccounts")
                .add("system:serviceaccounts:" + namespaceOfUser)
                .add("system:authenticated");
        int slash = resource.indexOf('/');
        ObjectNode attributes = spec.putObject("resourceAttributes")
                .put("verb", verb)
                .put("group", group)
                .put("resource", slash < 0 ? resource : resource.substring(0, slash));
        if (slash >= 0) {
            attributes.put("subresource", resource.substring(slash + 1));
        }
        if (!namespace.isEmpty()) {
            attributes.put("namespace", namespace);
        }
        if (!name.isEmpty()) {
            attributes.put("name", name);
        }
        return review;
    }
}
