package dev.tolerant.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

    /**
     * The review of a pod with an annotation of so many characters {@code <}. The API server, like all of Go, writes
     * each as six bytes, so that a legal pod of 1.3 MB is a review of 7.8 MB.
     */
    static byte[] escaped(int characters) {
        return creation("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\","
                + "\"annotations\":{\"page\":\"" + "\\u003c".repeat(characters)
                + "\"}},\"spec\":{\"containers\":[{\"name\":\"web\",\"image\":\"web\"}]}}");
    }

    /** The review of a pod that asks for so many resources, whose names all have the same hash in Java. */
    static byte[] collidingResources(int count) {
        String limits = IntStream.range(0, count)
                .mapToObj(i -> "\"example.com/" + colliding(i) + "\":\"1\"")
                .collect(Collectors.joining(",", "{", "}"));
        return creation(
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\"},"
                        + "\"spec\":{\"containers\":[{\"name\":\"web\",\"image\":\"web\",\"resources\":{\"limits\":"
                        + limits
                        + ",\"requests\":" + limits + "}}]}}");
    }

    /** For each number below 2 to the power of 14 another text with the same hash: {@code Aa} and {@code BB} have one. */
    private static String colliding(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < COLLIDING_BITS; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    /** The review of an update that leaves a pod's tolerations as they are, of which there are so many. */
    static byte[] tolerationsOnUpdate(int count) {
        String pod = IntStream.range(0, count)
                .mapToObj(i -> "{\"key\":\"key-" + i + "\",\"operator\":\"Exists\",\"effect\":\"NoSchedule\"}")
                .collect(Collectors.joining(
                        ",",
                        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\"},"
                                + "\"spec\":{\"containers\":[{\"name\":\"web\",\"image\":\"web\"}],\"tolerations\":[",
                        "]}}"));
        return ENVELOPE.formatted("UPDATE", pod, pod).getBytes(StandardCharsets.US_ASCII);
    }
}
