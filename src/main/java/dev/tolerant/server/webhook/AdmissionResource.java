package dev.tolerant.server.webhook;

import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.server.webhook.BodyGate.ReviewBody;
import io.smallrye.common.annotation.NonBlocking;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** The webhook: an AdmissionReview in, the same with a response out. All event loops use it at once. */
@Path("/")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class AdmissionResource {
    private final WarmUp warmUp;

    AdmissionResource(@Readiness WarmUp warmUp) {
        this.warmUp = warmUp;
    }

    /**
     * Answers what a pod is given; with status 400 if the body is not an AdmissionReview, else 200. The body counts as held until
     * its answer is made. A client that goes away cancels only its copy of the answer: the work has the body's bytes for as long as
     * it waits for a thread.
     */
    @POST
    @Path("mutate")
    @NonBlocking
    public CompletionStage<byte[]> mutate(@Context RoutingContext context) {
        ReviewBody body = ReviewBody.takeFrom(context);
        if (body == null) {
            throw new NotFoundException();
        }
        Admission asked = warmUp.admission(context.request());
        CompletableFuture<byte[]> work = body.isLarge()
                ? CompletableFuture.supplyAsync(() -> begin(context, body, asked), Admission.SLOW_DECISIONS)
                        .thenCompose(Function.identity())
                : begin(context, body, asked);
        return work.whenComplete((answer, failure) -> body.release()).copy();
    }

    private static CompletableFuture<byte[]> begin(RoutingContext context, ReviewBody body, Admission asked) {
        if (context.response().closed()) {
            return CompletableFuture.failedFuture(new ServiceUnavailableException());
        }
        try {
            return asked.answer(body.bytes());
        } catch (Throwable failure) {
            // Whatever it is, the body has to be released.
            return CompletableFuture.failedFuture(failure);
        }
    }

    @ServerExceptionMapper
    RestResponse<Map<String, String>> invalid(InvalidReviewException invalid) {
        return RestResponse.ResponseBuilder.create(
                        RestResponse.Status.BAD_REQUEST, Map.of("message", String.valueOf(invalid.getMessage())))
                .type(MediaType.APPLICATION_JSON_TYPE)
                .build();
    }
}
