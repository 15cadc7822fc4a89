package dev.tolerant.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.page.Playground.Attempt;
import dev.tolerant.page.Playground.InForce;
import dev.tolerant.page.Sample.Asset;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** The paths of the playground, which answer only under names of this machine. */
public final class PageRoutes {
    private static final Logger LOG = Logger.getLogger(PageRoutes.class);
    private static final int MAX_BODY = 8 << 20;
    private static final String BELOW = "/playground/";
    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'self'; object-src 'none'; base-uri 'none';" + " form-action 'none'; frame-ancestors 'none'";
    private static final String JSON = "application/json";
    /** Any site can point a name of its own at this machine, and would then read the page in its owner's browser. */
    private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Start start;
    private final Playground playground;

    public PageRoutes(InForce inForce) {
        this.start = new Start(inForce);
        this.playground = new Playground(inForce);
    }

    public void addTo(Router router) {
        router.route("/").handler(PageRoutes::checkHost);
        router.route(BELOW + "*").handler(PageRoutes::checkHost);
        addTo(router, "/", Asset.of("page.html"));
        Stream.concat(
                        Stream.of("page.css", "page.js", "lanes.js", "icon.svg").map(Asset::of),
                        Stream.concat(Sample.all().stream(), Sample.library().stream())
                                .flatMap(Sample::assets))
                .forEach(asset -> addTo(router, BELOW + asset.path(), asset));
        // May read files, and explains: neither is for the event loop.
        router.get(BELOW + "start").blockingHandler(context -> send(context, 200, start.json()), false);
        router.post(BELOW + "explain")
                .consumes(JSON)
                .handler(BodyHandler.create(false).setBodyLimit(MAX_BODY))
                .blockingHandler(this::explain, false)
                .failureHandler(PageRoutes::refuse);
    }

    private static void checkHost(RoutingContext context) {
        HostAndPort asked = context.request().authority();
        if (asked != null && HOSTS.contains(asked.host().toLowerCase(Locale.ROOT))) {
            context.next();
        } else {
            send(context, 403, "the playground answers under localhost, 127.0.0.1 and [::1] alone: use one of them");
        }
    }

    private static void addTo(Router router, String path, Asset asset) {
        Buffer content = Buffer.buffer(asset.content());
        router.get(path).handler(context -> send(context, 200, asset.type(), content));
    }

    private void explain(RoutingContext context) {
        try {
            Buffer body = context.body().buffer();
            Attempt attempt = Attempt.read(body == null ? new byte[0] : body.getBytes());
            send(context, 200, playground.explain(attempt).json());
        } catch (Attempt.InvalidException invalid) {
            send(context, 400, String.valueOf(invalid.getMessage()));
        } catch (RuntimeException ours) {
            LOG.error("the playground could not explain a pod", ours);
            send(context, 500, "this is a defect in Tolerant; see its log");
        }
    }

    private static void refuse(RoutingContext context) {
        int status = context.statusCode();
        send(
                context,
                status,
                status == 413 ? "the texts are larger than 8 MiB together" : "the request cannot be answered");
    }

    private static void send(RoutingContext context, int status, String message) {
        send(context, status, JsonNodeFactory.instance.objectNode().put("message", message));
    }

    private static void send(RoutingContext context, int status, JsonNode json) {
        send(context, status, JSON, Buffer.buffer(json.toString()));
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

    /** The page when it is opened: the samples, and what is in force. */
    record Start(InForce inForce) {
        ObjectNode json() {
            Snapshot snapshot = inForce.snapshot();
            int policies = snapshot.policies().policies().size();
            String written = inForce.policies();
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            ArrayNode groups = json.putArray("samples");
            addTo(groups, "Pods", Sample.all());
            addTo(groups, "The library, with its policies", Sample.library());
            json.putObject("inForce")
                    .put("policies", policies)
                    .put("namespaces", snapshot.namespaces().size())
                    // What is not there as a text cannot be edited.
                    .put("used", written.isEmpty() && policies > 0);
            json.put("policies", written.isEmpty() ? Asset.of("policies.yaml").text() : written);
            json.put("settings", inForce.settings());
            return json;
        }

        private static void addTo(ArrayNode groups, String label, List<Sample> samples) {
            ArrayNode group = groups.addObject().put("label", label).putArray("samples");
            for (Sample sample : samples) {
                ObjectNode json = group.addObject().put("title", sample.title());
                json.put("pod", sample.pod().url());
                Asset policies = sample.policies();
                if (policies != null) {
                    json.put("policies", policies.url());
                }
            }
        }
    }
}
