package dev.tolerant.bench.ceiling;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.nio.charset.StandardCharsets;

/** Reads the body, parses nothing, and answers the same to all: no webhook on this server can be faster. */
@Path("mutate")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class CeilingResource {
    // As long as an answer with a patch of two tolerations is.
    private static final byte[] ANSWER =
            """
            {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{\
            "uid":"7713d1dc-0fc4-4046-a973-3481a8bbd3ef","allowed":true,"patchType":"JSONPatch","patch":"%s",\
            "auditAnnotations":{"decision":"patched","reasons":"%s"}}}""".formatted("W10g".repeat(80), "x".repeat(160)).getBytes(StandardCharsets.US_ASCII);

    /** The constant answer, whatever the body is. */
    @POST
    @NonBlocking
    public byte[] mutate(byte[] body) {
        return ANSWER;
    }
}
