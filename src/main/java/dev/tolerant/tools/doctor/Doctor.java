package dev.tolerant.tools.doctor;

import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.Settings.InvalidSettingsException;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import dev.tolerant.tools.doctor.DoctorReport.Checked;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes all checks of a cluster at the same time.
 *
 * @param live null for a dump
 * @param probes dry runs are welcome
 * @param namespace the one to try pods in first
 * @param patience for each check
 * @param unexpected the sentence for an error that no check foresaw
 */
public record Doctor(
        @Nullable KubernetesClient live,
        boolean probes,
        String namespace,
        Duration patience,
        Function<Throwable, String> unexpected)
        implements AutoCloseable {

    @Override
    public void close() {
        if (live != null) {
            live.close();
        }
    }

    /** All but volumes, classes and limits of single pods, wherever they are. */
    public static Needs needs() {
        Set<ObjectKind> kinds = EnumSet.complementOf(EnumSet.of(
                ObjectKind.VOLUME_CLAIM,
                ObjectKind.VOLUME,
                ObjectKind.RUNTIME_CLASS,
                ObjectKind.LIMIT_RANGE,
                ObjectKind.PRIORITY_CLASS));
        return new Needs(kinds, kinds, "");
    }

    public DoctorReport examine(ClusterObjects clusterObjects) throws InterruptedException {
        Installation installation = installation(clusterObjects);
        // A check that hangs must not keep the program from ending.
        ExecutorService threads = Executors.newCachedThreadPool(new DaemonThreads("check"));
        try {
            Map<Check, Future<CheckResult>> asked = new EnumMap<>(Check.class);
            for (Check check : Check.values()) {
                asked.put(check, threads.submit(() -> ask(check, installation)));
            }
            long end = System.nanoTime() + patience.toNanos();
            List<Checked> checked = new ArrayList<>();
            for (Map.Entry<Check, Future<CheckResult>> each : asked.entrySet()) {
                checked.add(new Checked(each.getKey(), result(each.getValue(), end - System.nanoTime())));
            }
            return new DoctorReport(List.copyOf(checked));
        } finally {
            threads.shutdownNow();
        }
    }

    private static CheckResult ask(Check check, Installation installation) {
        try {
            return check.question.ask(installation);
        } catch (UnansweredException unanswered) {
            return CheckResult.unknown(String.valueOf(unanswered.getMessage()));
        }
    }

    private CheckResult result(Future<CheckResult> asked, long nanos) throws InterruptedException {
        try {
            return asked.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            return CheckResult.unknown("there was no answer within " + patience.toSeconds() + " s");
        } catch (ExecutionException failed) {
            return CheckResult.unknown("the check itself failed: " + unexpected.apply(failed.getCause()));
        }
    }

    private Installation installation(ClusterObjects clusterObjects) {
        try {
            return new Installation(ClusterView.today(clusterObjects), "", live, probes, namespace);
        } catch (InvalidSettingsException invalid) {
            ClusterView withDefaults =
                    ClusterView.of(clusterObjects, Settings.defaults(), clusterObjects.manifests(ObjectKind.POLICY));
            return new Installation(withDefaults, String.join("; ", invalid.problems()), live, probes, namespace);
        }
    }
}
