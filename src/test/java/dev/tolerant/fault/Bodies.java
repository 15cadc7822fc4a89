package dev.tolerant.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Bodies of requests. */
final class Bodies {
    private static final Path SMALL = Path.of("src/test/resources/reviews/pod-create-web.json");
    private static final String ENVELOPE = """
            {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{
            "uid":"5d6cf6cc-9d34-4f3c-8b0c-9f5d3f2c9d11","kind":{"group":"","version":"v1","kind":"Pod"},
            "resource":{"group":"","version":"v1","resource":"pods"},"name":"web","namespace":"shop",
            "operation":"%s","userInfo":{"username":"jane"},"object":%s,"oldObject":%s,"dryRun":true}}""";
    private static final int COLLIDING_BITS = 14;

    private Bodies() {}

    /** The review of a pod of everyday size. */
    static byte[] small() {
        try {
            return Files.readAllBytes(SMALL);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The review of the creation of a pod, which is given as JSON. */
    static byte[] creation(String pod) {
        return ENVELOPE.formatted("CREATE", pod, "null").getBytes(StandardCharsets.US_ASCII);
    }

    /** The review of an update of a pod with an annotation whose value is written like this, as that of the stored pod is. */
    static byte[] update(String value) {
        return ENVELOPE.formatted("UPDATE", pod(value), pod(value)).getBytes(StandardCharsets.US_ASCII);
    }

    /** The review of a pod with an annotation whose value is written like this. */
    static byte[] annotated(String value) {
        return creation(pod(value));
    }

    private static String pod(String value) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\","
                + "\"annotations\":{\"page\":\"" + value
                + "\"}},\"spec\":{\"containers\":[{\"name\":\"web\",\"image\":\"web\"}]}}";
    }
}
