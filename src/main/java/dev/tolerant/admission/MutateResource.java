package dev.tolerant.admission;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** {@code POST /mutate}: an AdmissionReview in, the same with a response out, on the event loop. */
@Path("/mutate")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class MutateResource {
    private final Admission admission;

    MutateResource(Admission admission) {
        this.admission = admission;
    }

    /** The answer, always with status 200, or 400 if the body is no AdmissionReview. */
    @POST
    @NonBlocking
    public byte[] mutate(byte[] body) throws InvalidReviewException {
        return admission.answer(body);
    }

    @ServerExceptionMapper
    RestResponse<Map<String, String>> invalid(InvalidReviewException invalid) {
        return RestResponse.ResponseBuilder.create(
                        RestResponse.Status.BAD_REQUEST, Map.of("message", String.valueOf(invalid.getMessage())))
                .type(MediaType.APPLICATION_JSON_TYPE)
                .build();
    }
}
