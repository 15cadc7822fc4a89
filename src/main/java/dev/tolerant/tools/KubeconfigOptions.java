package dev.tolerant.tools;

import dev.tolerant.tools.reading.Kubeconfig;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a living cluster, as kubectl has them. */
final class KubeconfigOptions {
    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "The kubeconfig. Default: those of KUBECONFIG.")
    private @Nullable Path file;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "The kubeconfig's context. Default: its current one.")
    private @Nullable String context;

    @Option(names = "--as", paramLabel = "USER", description = "The user to ask the cluster as.")
    private @Nullable String user;

    @Option(names = "--as-group", paramLabel = "GROUP", description = "A group of that user. May be repeated.")
    private List<String> groups = List.of();

    Kubeconfig kubeconfig() {
        return new Kubeconfig(file, context, user, groups);
    }
}
