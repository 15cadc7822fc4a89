package dev.tolerant.webhook;

import dev.tolerant.review.InvalidReviewException;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** The webhook's two paths: an AdmissionReview in, the same with a response out, on the event loop. */
@Path("/")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class AdmissionResource {
    private final Admission admission;

    AdmissionResource(Admission admission) {
        this.admission = admission;
    }

    /** Answers what a pod is given; with status 400 if the body is not an AdmissionReview, else 200. */
    @POST
    @Path("mutate")
    @NonBlocking
    public Uni<byte[]> mutate(byte[] body) throws InvalidReviewException {
        return admission.mutate(body);
    }

    /** Answers whether the finished pod may be as it is; with status 400 if the body is not an AdmissionReview, else 200. */
    @POST
    @Path("validate")
    @NonBlocking
    public Uni<byte[]> validate(byte[] body) throws InvalidReviewException {
        return admission.validate(body);
    }

    @ServerExceptionMapper
    RestResponse<Map<String, String>> invalid(InvalidReviewException invalid) {
        return RestResponse.ResponseBuilder.create(
                        RestResponse.Status.BAD_REQUEST, Map.of("message", String.valueOf(invalid.getMessage())))
                .type(MediaType.APPLICATION_JSON_TYPE)
                .build();
    }
}
