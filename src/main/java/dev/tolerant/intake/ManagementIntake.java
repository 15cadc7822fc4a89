package dev.tolerant.intake;

import dev.tolerant.intake.BodyBudget.Outcome;
import dev.tolerant.settings.TolerantConfig;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Bounds the bodies on the management port, of which Quarkus reads any before it looks for a route. */
@Singleton
class ManagementIntake {
    private static final int FIRST = Integer.MIN_VALUE;
    /** Health, metrics and build information need no body. */
    private static final long LONGEST = 64 << 10;
    /** The playground gets a pod, policies and settings. */
    private static final long LONGEST_WITH_PAGE = 1 << 20;

    private final Budgets budgets;
    private final IntakeMetrics metrics;
    private final long longest;

    ManagementIntake(Budgets budgets, IntakeMetrics metrics, TolerantConfig config) {
        this.budgets = budgets;
        this.metrics = metrics;
        this.longest = config.page().enabled() ? LONGEST_WITH_PAGE : LONGEST;
    }

    void onManagementPort(@Observes ManagementInterface management) {
        management.router().route().order(FIRST).handler(this::take);
    }

    private void take(RoutingContext context) {
        long length = Length.of(context.request());
        if (length == 0) {
            context.next();
            return;
        }
        if (length < 0 || length > longest) {
            reject(context, Rejection.TOO_LARGE);
            return;
        }
        RequestBody body = new RequestBody(context, length, budgets);
        if (body.reserve() == Outcome.RESERVED) {
            context.next();
        } else {
            reject(context, Rejection.NO_ROOM);
        }
    }

    private void reject(RoutingContext context, Rejection rejection) {
        metrics.count(rejection);
        rejection
                .answer(context.response())
                .onComplete(any -> context.request().connection().close());
    }
}
