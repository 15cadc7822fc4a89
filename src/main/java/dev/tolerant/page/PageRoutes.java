package dev.tolerant.page;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tolerant.core.decision.LoggedFailure;
import dev.tolerant.settings.TolerantConfig;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** Serves the playground where it is switched on: in dev mode on the webhook's port, elsewhere on the management port. */
@Singleton
class PageRoutes {
    private static final Logger LOG = Logger.getLogger(PageRoutes.class);
    private static final int MAX_BODY = 1 << 20;
    private static final String BELOW = "/playground/";
    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'self'; object-src 'none'; base-uri 'none';" + " form-action 'none'; frame-ancestors 'none'";
    private static final String JSON = "application/json";

    private static final String OTHER_HOST =
            "the playground is served under localhost (kubectl port-forward), IP addresses and the names in tolerant.page.hosts:"
                    + " use one of them, or add this name there";

    private final boolean enabled;
    private final PageHosts hosts;
    private final StartPage page;
    private final Playground playground;

    PageRoutes(TolerantConfig config, StartPage page, Playground playground) {
        this.enabled = config.page().enabled();
        this.hosts = new PageHosts(config.page().hosts().orElse(Set.of()));
        this.page = page;
        this.playground = playground;
    }

    void onWebhookPort(@Observes Router router) {
        if (LaunchMode.current() == LaunchMode.DEVELOPMENT) {
            addTo(router);
        }
    }

    void onManagementPort(@Observes ManagementInterface management) {
        if (LaunchMode.current() != LaunchMode.DEVELOPMENT) {
            addTo(management.router());
        }
    }

    private void addTo(Router router) {
        if (!enabled) {
            return;
        }
        router.route("/").handler(this::checkHost);
        router.route(BELOW + "*").handler(this::checkHost);
        // Reads the directory of policies, so not on the event loop.
        router.get("/")
                .blockingHandler(
                        context -> send(context, 200, "text/html; charset=utf-8", Buffer.buffer(page.html())), false);
        Stream.concat(
                        Stream.of("page.css", "page.js", "lanes.js", "icon.svg").map(Asset::of),
                        Stream.concat(Sample.all().stream(), Sample.library().stream())
                                .flatMap(Sample::assets))
                .forEach(asset -> addTo(router, asset));
        router.post(BELOW + "explain")
                .consumes(JSON)
                .handler(BodyHandler.create(false).setBodyLimit(MAX_BODY))
                .blockingHandler(this::explain, false)
                .failureHandler(PageRoutes::refuse);
    }

    private void checkHost(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (hosts.allow(request.authority(), request.getHeader("Origin"))) {
            context.next();
        } else {
            send(context, 403, OTHER_HOST);
        }
    }

    private static void addTo(Router router, Asset asset) {
        Buffer content = Buffer.buffer(asset.content());
        router.get(BELOW + asset.path()).handler(context -> send(context, 200, asset.type(), content));
    }

    private void explain(RoutingContext context) {
        try {
            Buffer body = context.body().buffer();
            // The management port has read the body before, with its own, larger limit.
            if (body != null && body.length() > MAX_BODY) {
                context.fail(413);
                return;
            }
            send(context, 200, JSON, answer(body == null ? new byte[0] : body.getBytes()));
        } catch (Attempt.InvalidException invalid) {
            send(context, 400, String.valueOf(invalid.getMessage()));
        } catch (RuntimeException ours) {
            LOG.error("the playground could not explain a pod", new LoggedFailure(ours));
            send(context, 500, "this is a defect in Tolerant; see its log");
        }
    }

    /** One at a time: the heap has room for what the largest attempt takes, and not for several of them. */
    private synchronized Buffer answer(byte[] body) throws Attempt.InvalidException {
        return Buffer.buffer(playground.explain(Attempt.read(body)).json().toString());
    }

    private static void refuse(RoutingContext context) {
        int status = context.statusCode();
        send(
                context,
                status,
                status == 413 ? "the texts are larger than 1 MiB together" : "the request cannot be answered");
    }

    private static void send(RoutingContext context, int status, String message) {
        String json =
                JsonNodeFactory.instance.objectNode().put("message", message).toString();
        send(context, status, JSON, Buffer.buffer(json));
    }

    private static void send(RoutingContext context, int status, String type, Buffer content) {
        HttpServerResponse response = context.response().setStatusCode(status);
        response.putHeader("Content-Type", type);
        response.putHeader("Cache-Control", "no-cache");
        response.putHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        response.putHeader("X-Content-Type-Options", "nosniff");
        response.putHeader("Referrer-Policy", "no-referrer");
        response.end(content);
    }
}
