package dev.tolerant.tools.doctor;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.registration.Webhook;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.settings.TolerantConfig.KeeperMode;
import dev.tolerant.text.Report;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.io.ByteArrayInputStream;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks that the API server is told to ask the program, and reports what it does without an answer. */
final class RegistrationChecks {
    private static final String RESTORE = "restore the registration with helm upgrade";
    private static final String MUTATE = "/mutate";
    private static final int FEW = 2;
    private static final int MOST_NAMES = 20;

    private static final List<String> FIELDS = List.of("tolerations", "tolerationSeconds", "nodeAffinity");

    private static final String RENEW =
            "see the program's log, which names what keeps it from renewing; the issuer of a mounted certificate has to renew it";
    /** Renewals are due after two thirds of a life, so with less left something keeps them from happening. */
    private static final Duration LATE = Duration.ofDays(14);

    private RegistrationChecks() {}

    static CheckResult newPods(Installation installation) throws UnansweredException {
        return asked(installation, "CREATE", "new pods get no tolerations");
    }

    static CheckResult changedPods(Installation installation) throws UnansweredException {
        return asked(
                installation,
                "UPDATE",
                "an update that leaves out what the program added is refused by the API server");
    }

    private static CheckResult asked(Installation installation, String operation, String consequence)
            throws UnansweredException {
        List<Webhook> ours = installation.ownWebhooksAbout(operation);
        if (!installation.isServed()) {
            if (ours.isEmpty()) {
                return CheckResult.passed(Installation.SWITCHED_OFF);
            }
            return CheckResult.failed(
                    "the webhook is switched off, but the API server asks by "
                            + ours.get(0).configurationTitle() + ", and gets no answer",
                    "delete that MutatingWebhookConfiguration");
        }
        if (ours.isEmpty()) {
            return CheckResult.failed(
                    "the API server is not told to ask about them: no webhook of a MutatingWebhookConfiguration whose"
                            + " name ends with .tolerant.dev covers " + operation + " of pods, so " + consequence,
                    RESTORE);
        }
        List<String> misled = ours.stream()
                .filter(hook -> !hook.path().endsWith(MUTATE))
                .map(hook -> hook.title() + " calls '" + hook.path() + "' instead of " + MUTATE)
                .toList();
        if (!misled.isEmpty()) {
            return CheckResult.failed("the API server asks at a path that is not the program's", RESTORE)
                    .with(misled);
        }
        Set<String> configurations =
                ours.stream().map(Webhook::configuration).collect(Collectors.toCollection(TreeSet::new));
        if (configurations.size() > 1) {
            return CheckResult.warning(
                    "the API server asks more than once, by the MutatingWebhookConfigurations "
                            + String.join(", ", configurations),
                    "delete those that belong to no release");
        }
        return CheckResult.passed("the API server asks by "
                + ours.stream().map(Webhook::name).collect(Collectors.joining(", ")) + " of "
                + ours.get(0).configurationTitle());
    }

    /** In kube-system nothing else is possible, so the chart's webhooks for it alone do not count. */
    static CheckResult failsOpen(Installation installation) throws UnansweredException {
        List<Webhook> open = installation.askedAboutNewPods().stream()
                .filter(hook -> !hook.name().endsWith(".kube-system.tolerant.dev"))
                .filter(Webhook::failsOpen)
                .toList();
        if (open.isEmpty()) {
            return CheckResult.passed(
                    "failurePolicy is Fail: while the program cannot be reached, the API server refuses new"
                            + " pods, and admits none without its tolerations");
        }
        if (installation.keeper() == KeeperMode.ENFORCE) {
            return CheckResult.passed(
                    "failurePolicy is Ignore: while the program cannot be reached, new pods get nothing;"
                            + " afterwards the keeper gives them what it can");
        }
        return CheckResult.warning(
                "failurePolicy is Ignore: pods that are created while the program cannot be reached get nothing, and"
                        + " stay without",
                wayOut(installation.settings()));
    }

    private static String wayOut(TolerantConfig settings) {
        String closing = "keeper.mode=enforce, or webhook.failurePolicy=Fail with two replicas or more";
        if (settings.mode() == Mode.ENFORCE) {
            return "set " + closing;
        }
        return settings.keeper().mode() == KeeperMode.ENFORCE
                ? "set settings.mode=enforce: in audit the keeper changes no pods, although its own mode is enforce"
                : "set settings.mode=enforce, and then " + closing;
    }

    /** Finds other webhooks that change new pods, before or after the program's. */
    static CheckResult order(Installation installation) throws UnansweredException {
        List<Webhook> ours = installation.askedAboutNewPods();
        List<Webhook> writers = installation.webhooks().stream()
                .filter(hook -> hook.covers("CREATE", "pods"))
                .toList();
        List<Manifest> policies = installation.clusterObjects().manifests(ObjectKind.MUTATING_POLICY).stream()
                .filter(RegistrationChecks::changesTheSame)
                .toList();
        if (writers.size() == ours.size() && policies.isEmpty()) {
            return CheckResult.passed("no other webhook changes new pods");
        }
        List<String> order = new ArrayList<>();
        for (Manifest policy : policies) {
            order.add("before all webhooks: MutatingAdmissionPolicy " + policy.name());
        }
        int before = order.size();
        for (Webhook hook : writers) {
            order.add((order.size() - before + 1) + ". " + (hook.isOurs() ? "Tolerant: " : "") + hook.title()
                    + (hook.isReinvoked() ? ", asked again after later changes" : ""));
        }
        int last = writers.lastIndexOf(ours.get(ours.size() - 1));
        boolean later = last < writers.size() - 1;
        if (later && ours.stream().noneMatch(Webhook::isReinvoked)) {
            return CheckResult.warning(
                            "webhooks after the program's may add tolerations, and resources that deserve some, which it"
                                    + " never sees: its reinvocationPolicy is Never",
                            "run helm upgrade, which registers it with IfNeeded")
                    .with(order);
        }
        List<String> halved = writers.size() == ours.size() ? List.of() : halved(installation);
        if (!halved.isEmpty()) {
            return CheckResult.warning(
                            Report.counted(halved.size(), "pod requires", "pods require")
                                    + " the nodes of a policy and lack its toleration: another webhook may have replaced"
                                    + " the list after the program's last answer",
                            "have the other webhook append to spec.tolerations, or leave these pods alone")
                    .with(Stream.concat(halved.stream().limit(FEW), order.stream())
                            .toList());
        }
        if (!policies.isEmpty() && installation.settings().injections().enabled()) {
            return CheckResult.warning(
                            "the API server draws the order of MutatingAdmissionPolicies at random, so that another one sets what"
                                    + " Tolerant's would, or not",
                            "have the other one leave seconds and affinity that a pod has, or exclude its pods by match")
                    .with(order);
        }
        return CheckResult.passed(
                        later
                                ? "some run after the program's, which is asked again if they change the pod"
                                : "all run before the program's, which sees what they have done")
                .with(order);
    }

    private static List<String> halved(Installation installation) {
        try {
            return installation.pods().halved();
        } catch (UnansweredException unknown) {
            return List.of();
        }
    }

    /** True for a policy of others that names fields of pods that Tolerant changes too. */
    private static boolean changesTheSame(Manifest policy) {
        String mutations = policy.object().at("/spec/mutations").toString();
        return !Leftovers.isOfChart(policy) && FIELDS.stream().anyMatch(mutations::contains);
    }

    static CheckResult namespaces(Installation installation) throws UnansweredException {
        installation.know(List.of(ObjectKind.NAMESPACE));
        List<Webhook> asking = installation.askedAboutNewPods();
        if (installation.view.snapshot().namespaces().isEmpty()) {
            throw new UnansweredException("no namespaces are known");
        }
        Map<String, NamespaceFacts> all =
                new TreeMap<>(installation.view.snapshot().namespaces());
        List<String> excluded = all.values().stream()
                .filter(namespace -> !namespace.isOptedOut())
                .filter(namespace -> asking.stream().noneMatch(each -> each.covers(namespace)))
                .map(NamespaceFacts::name)
                .toList();
        List<String> conditions = asking.stream()
                .flatMap(hook -> hook.conditions().stream())
                .distinct()
                .toList();
        String narrowed = conditions.isEmpty() ? "" : "; matchConditions narrow it: " + String.join(", ", conditions);
        if (excluded.isEmpty()) {
            return CheckResult.passed(
                    "selectors leave out none of " + Report.counted(all.size(), "namespace") + narrowed);
        }
        long left = installation.clusterObjects().all(ObjectKind.POD).stream()
                .filter(pod -> excluded.contains(pod.namespace()))
                .count();
        String pods = installation.clusterObjects().unknown(ObjectKind.POD).isPresent()
                ? ""
                : ", with " + Report.counted(left, "pod");
        return CheckResult.passed("selectors leave out " + excluded.size() + " of "
                        + Report.counted(all.size(), "namespace") + pods + narrowed)
                .with(List.of(OneLine.first(MOST_NAMES, excluded)));
    }

    /** With failurePolicy Fail, the pods that the program needs in order to start must not need the program. */
    static CheckResult bootstrap(Installation installation) throws UnansweredException {
        List<Webhook> closed = installation.ownWebhooksAbout("CREATE").stream()
                .filter(hook -> !hook.failsOpen())
                .toList();
        if (closed.isEmpty()) {
            return CheckResult.passed("the program's pods can start without it: no failurePolicy is Fail");
        }
        List<String> needed = new ArrayList<>(List.of("kube-system"));
        closed.stream()
                .map(hook -> hook.client().at("/service/namespace").asText())
                .filter(name -> !name.isEmpty() && !needed.contains(name))
                .forEach(needed::add);
        installation.know(List.of(ObjectKind.NAMESPACE));
        List<String> trapped = closed.stream()
                .flatMap(hook -> needed.stream()
                        .filter(name -> hook.covers(installation.view.namespace(name)))
                        .map(name -> hook.title() + " covers namespace " + name))
                .toList();
        return CheckResult.failed(
                        "with failurePolicy Fail the cluster cannot start these pods while the program is down,"
                                + " and then the program cannot start either",
                        "restore the registration with helm upgrade; it leaves out kube-system and the release's"
                                + " namespace")
                .with(
                        trapped,
                        "the program's pods can start without it: " + String.join(" and ", needed) + " are left out");
    }

    /** That the API server can trust what the program serves, and for how long. */
    static CheckResult bundles(Installation installation) throws UnansweredException {
        List<Webhook> ours = installation.ownWebhooks();
        if (ours.isEmpty()) {
            throw installation.unregistered("nothing is registered");
        }
        Instant now = installation.clusterObjects().at();
        List<String> bad = new ArrayList<>();
        Instant end = Instant.MAX;
        for (Webhook hook : ours) {
            try {
                Instant own = end(hook.caBundle());
                end = own.isBefore(end) ? own : end;
                if (own.isBefore(now)) {
                    bad.add(hook.title() + ": all of its certificates have expired");
                }
            } catch (CertificateException unusable) {
                bad.add(hook.title() + ": " + unusable.getMessage());
            }
        }
        if (!bad.isEmpty()) {
            return CheckResult.failed(
                            "the API server cannot trust the program: its calls fail",
                            "if the program issues its certificates, see its log; else put the authority's certificate"
                                    + " into the registration, or have cert-manager inject it")
                    .with(bad);
        }
        Duration left = Duration.between(now, end);
        String until = left.toDays() + " more days";
        return left.compareTo(LATE) < 0
                ? CheckResult.warning("each webhook has one, but the API server trusts it only for " + until, RENEW)
                : CheckResult.passed("each webhook has one, which is good for " + until);
    }

    /** An older certificate may stay beside its successor: the last counts. The registration has them as PEM in Base64. */
    private static Instant end(String base64) throws CertificateException {
        if (base64.isEmpty()) {
            throw new CertificateException("it has none");
        }
        return certificates(base64).stream()
                .map(certificate ->
                        ((X509Certificate) certificate).getNotAfter().toInstant())
                .max(Comparator.naturalOrder())
                .orElseThrow(() -> new CertificateException("it has no certificate"));
    }

    private static Collection<? extends Certificate> certificates(String base64) throws CertificateException {
        try {
            byte[] pem = Base64.getMimeDecoder().decode(base64);
            return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
        } catch (IllegalArgumentException notBase64) {
            throw new CertificateException("it is not Base64", notBase64);
        } catch (CertificateException unreadable) {
            throw new CertificateException("it is not a certificate in PEM", unreadable);
        }
    }
}
