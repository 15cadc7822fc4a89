package dev.tolerant.tools;

import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.tools.reading.ClusterDump;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Writes what is known of a cluster into one file. */
@Command(
        name = "dump",
        description =
                "Writes the facts of a cluster that the other commands need as one JSON text, for them to read with --from.",
        exitCodeList = {"0:the dump is written", "2:nothing could be asked, or an option or a file cannot be used"},
        footer = {
            "",
            "A dump has pods, nodes, namespaces, workloads, policies, webhook registrations and the settings of the chart's",
            "release. It has no Secrets, and of containers neither environment, commands, images nor volumes.",
            "",
            "Examples:",
            "  tolerant dump > cluster.json",
            "  tolerant dump -n shop > shop.json",
            "  kubectl get pods,nodes,ns,deploy -A -o json --show-managed-fields | tolerant dump --from - > cluster.json"
        })
final class DumpCommand extends ToolCommand {
    @Mixin
    private ClusterOptions clusterOptions;

    @Override
    ExitCode run(Messages messages) throws Exception {
        ClusterObjects clusterObjects = clusterOptions.clusterObjects(messages, Needs.ALL);
        clusterObjects.notes().forEach(messages::say);
        clusterObjects.notRead(clusterObjects.unknown().keySet()).ifPresent(unread -> messages.say(unread));
        ClusterDump.write(clusterObjects, out());
        return ExitCode.FINE;
    }
}
