package dev.tolerant.tools;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes into {@code bin/kubectl_complete-tolerant} what the commands are and what follows their options. */
final class PluginCompletion {
    static final Path SCRIPT = Path.of("bin", "kubectl_complete-tolerant");
    private static final String BEGINNING = "# From here on generated.\n";
    private static final String END = "# To here.\n";

    private PluginCompletion() {}

    /** The script with that part written anew. */
    static String rewritten(String script) {
        int from = script.indexOf(BEGINNING) + BEGINNING.length();
        return script.substring(0, from) + generated(TolerantCommand.plugin()) + script.substring(script.indexOf(END));
    }

    private static String generated(CommandLine root) {
        Map<String, CommandLine> commands = root.getSubcommands();
        StringBuilder out = new StringBuilder();
        out.append("commands='").append(String.join(" ", commands.keySet())).append("'\n");
        out.append("options_of() {\n  case $1 in\n");
        option(out, "''", root.getCommandSpec());
        commands.forEach((name, command) -> option(out, name, command.getCommandSpec()));
        out.append("  esac\n}\n");
        out.append("values_of() {\n  case $1:$2 in\n");
        commands.forEach((name, command) -> values(out, name, command.getCommandSpec()));
        out.append("    *) values= ;;\n  esac\n}\n");
        return out.toString();
    }

    private static void option(StringBuilder out, String command, CommandSpec spec) {
        String names = spec.options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .sorted()
                .collect(Collectors.joining(" "));
        out.append("    ").append(command).append(") options='").append(names).append("' ;;\n");
    }

    private static void values(StringBuilder out, String command, CommandSpec spec) {
        for (OptionSpec option : spec.options()) {
            if (!option.hidden() && option.arity().max() > 0) {
                List<String> names = new ArrayList<>();
                for (String name : option.names()) {
                    names.add(command + ":" + name);
                }
                out.append("    ").append(String.join(" | ", names));
                out.append(") values='").append(values(option)).append("' ;;\n");
            }
        }
    }

    /** The words that can follow, or which sort of thing does. */
    private static String values(OptionSpec option) {
        if (option.completionCandidates() != null) {
            return StreamSupport.stream(option.completionCandidates().spliterator(), false)
                    .map(word -> word.toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(" "));
        }
        return switch (option.longestName()) {
            case "--namespace" -> "@namespaces";
            case "--context" -> "@contexts";
            default -> option.auxiliaryTypes()[0] == Path.class ? "@files" : "@text";
        };
    }
}
