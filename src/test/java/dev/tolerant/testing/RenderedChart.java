package dev.tolerant.testing;

import com.marcnuri.helm.DryRun;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The objects that Helm makes of the chart for some values, as release {@code tolerant} in {@code tolerant-system}. */
public final class RenderedChart {
    public static final Path CHART = Path.of("helm/tolerant");
    public static final String NAME = "tolerant";
    public static final String NAMESPACE = "tolerant-system";
    /** The oldest version that the chart says it runs on. */
    public static final String KUBE_VERSION = "1.30.0";
    /** An image that somebody has built, which the chart demands. */
    public static final String IMAGE = "registry.example.com/tolerant";

    private static final String BUILT_IMAGE = "image: {repository: " + IMAGE + "}";
    private static final Pattern DOCUMENT_END = Pattern.compile("(?m)^---$");
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    /** Equal values are rendered once, as that costs more than any test of the result, which no test may change. */
    private static final Map<List<String>, RenderedChart> RENDERED = new ConcurrentHashMap<>();

    /** Most values change few of the documents, and the definitions are long. */
    private static final Map<String, HasMetadata> READ = new ConcurrentHashMap<>();

    private static final Path WITH_HOOKS = chartWithHooks();

    private final List<HasMetadata> objects;

    private RenderedChart(String manifest) {
        this.objects = documents(manifest)
                .map(document -> READ.computeIfAbsent(document, YAML::unmarshal))
                .toList();
    }

    private static Stream<String> documents(String manifest) {
        return DOCUMENT_END
                .splitAsStream(manifest)
                .filter(document -> document.lines().anyMatch(line -> !line.isBlank() && !line.startsWith("#")));
    }

    /** The objects for the chart's defaults, as Helm prints them: types of the client know less than an API server. */
    public static List<String> documentsOfDefaults() {
        return documents(manifest(CHART, "{}", NAME, NAMESPACE)).toList();
    }

    public static RenderedChart ofDefaults() {
        return with("{}");
    }

    /** @param values a values file's text */
    public static RenderedChart with(String values) {
        return of(CHART, NAMESPACE, NAME, values);
    }

    /** The same for an API server of this version, such as {@code 1.36.0}. */
    public static RenderedChart of(String kubernetes, String values) {
        return RENDERED.computeIfAbsent(
                List.of(kubernetes, values),
                key -> new RenderedChart(withFile(
                        BUILT_IMAGE,
                        image -> withFile(
                                values,
                                file -> template(CHART, NAME, NAMESPACE)
                                        .withKubeVersion(kubernetes)
                                        .withValuesFile(image)
                                        .withValuesFile(file)
                                        .call()))));
    }

    /** The objects for an API server that serves these kinds too. */
    public static RenderedChart serving(List<String> kinds, String values) {
        try {
            Path copy = ChartCopy.in(Files.createTempDirectory(Path.of("target"), "chart"))
                    .serving(kinds)
                    .path();
            return of(copy, NAMESPACE, NAME, values);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The objects for a file under {@code ci}, which has an image of its own, among them the pod of {@code helm test}. */
    public static RenderedChart ofCi(String name) {
        return RENDERED.computeIfAbsent(List.of(name), key -> withoutImage(WITH_HOOKS, ciValues(name)));
    }

    public static RenderedChart withoutImage(Path chart, String values) {
        return new RenderedChart(withFile(
                values,
                file -> template(chart, NAME, NAMESPACE).withValuesFile(file).call()));
    }

    /** With the pod of {@code helm test}, which Helm leaves out of a template. */
    public static RenderedChart withHooks(String namespace, String release, String values) {
        return of(WITH_HOOKS, namespace, release, values);
    }

    private static RenderedChart of(Path chart, String namespace, String release, String values) {
        return RENDERED.computeIfAbsent(
                List.of(chart.toString(), namespace, release, values),
                key -> new RenderedChart(manifest(chart, values, release, namespace)));
    }

    /** What Helm prints, before anything reads it. */
    public static String manifest(Path chart, String values, String release, String namespace) {
        return withFile(
                BUILT_IMAGE,
                image -> withFile(
                        values,
                        file -> template(chart, release, namespace)
                                .withValuesFile(image)
                                .withValuesFile(file)
                                .call()));
    }

    public static String manifestWithHooks(String values, String release, String namespace) {
        return manifest(WITH_HOOKS, values, release, namespace);
    }

    private static TemplateCommand template(Path chart, String release, String namespace) {
        return new Helm(chart)
                .template()
                .withName(release)
                .withNamespace(namespace)
                .withKubeVersion(KUBE_VERSION);
    }

    private static Path chartWithHooks() {
        try {
            return ChartCopy.in(Files.createTempDirectory(Path.of("target"), "chart"))
                    .withoutHooks()
                    .path();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** What Helm prints after an installation with these values. */
    public static String notes(String namespace, String values) {
        return notes(KUBE_VERSION, namespace, values);
    }

    /** The same for an API server of this version. */
    public static String notes(String kubernetes, String namespace, String values) {
        String output = withFile(
                BUILT_IMAGE,
                image -> withFile(
                        values,
                        file -> new Helm(CHART)
                                .install()
                                .withName(NAME)
                                .withNamespace(namespace)
                                .withKubeVersion(kubernetes)
                                .withValuesFile(image)
                                .withValuesFile(file)
                                .clientOnly()
                                .withDryRunOption(DryRun.CLIENT)
                                .call()
                                .getOutput()));
        return output.substring(output.indexOf("NOTES:"));
    }

    /** The names of the files under {@code ci}, without what they have in common. */
    public static Stream<String> ciFiles() {
        try (Stream<Path> files = Files.list(CHART.resolve("ci"))) {
            return files
                    .map(file -> file.getFileName().toString().replace("-values.yaml", ""))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public static String ciValues(String name) {
        return read(CHART.resolve("ci/" + name + "-values.yaml"));
    }

    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public List<HasMetadata> objects() {
        return objects;
    }

    public <T> List<T> all(Class<T> type) {
        return objects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The one object of the type. */
    public <T> T only(Class<T> type) {
        List<T> found = all(type);
        if (found.size() != 1) {
            throw new AssertionError("not one " + type.getSimpleName() + ": " + found);
        }
        return found.get(0);
    }

    public <T extends HasMetadata> T named(Class<T> type, String name) {
        return all(type).stream()
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + type.getSimpleName() + " is named " + name));
    }

    public MutatingWebhook webhook(String name) {
        return only(MutatingWebhookConfiguration.class).getWebhooks().stream()
                .filter(webhook -> webhook.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no webhook is named " + name));
    }

    /** Objects of a kind that fabric8 has no class for. */
    public List<GenericKubernetesResource> ofKind(String kind) {
        return all(GenericKubernetesResource.class).stream()
                .filter(object -> object.getKind().equals(kind))
                .toList();
    }

    private static String withFile(String values, Function<Path, String> command) {
        try {
            Path file = Files.createTempFile("values", ".yaml");
            try {
                return command.apply(Files.writeString(file, values));
            } finally {
                Files.delete(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
