package dev.tolerant.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A command of a script, with its pipes, in the folder of its case. */
record ScriptedCommand(Path home, String text) {
    static final boolean WRITE = Boolean.getBoolean("golden.write");
    static final Path RESOURCES = Path.of("src/test/resources");

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|\\S)+");

    /** What it prints and exits with, as a script writes it. */
    String answer() throws IOException {
        List<String> stages = List.of(text.split(" (?=[|>] )"));
        CommandRun run =
                CommandRun.of(words(stages.get(0)).skip(1).map(this::resolved).toArray(String[]::new));
        System.clearProperty("picocli.ansi");
        String out = run.out();
        for (String stage : stages.subList(1, stages.size())) {
            out = piped(words(stage).toList(), out);
        }
        return (out.replaceAll("(?m)^(?=[$>@#!\\\\] |\\[\\d+]$)", "\\\\")
                        + (out.isEmpty() || out.endsWith("\n") ? "" : "\n")
                        + run.err().replaceAll("(?m)^(?=.)", "! ")
                        + (run.exitCode() == 0 ? "" : "[" + run.exitCode() + "]\n"))
                .replace(home + "/", "")
                .replace(home.toString(), ".")
                .replace(RESOURCES + "/", "")
                .replace("\u001b", "\\e");
    }

    private static Stream<String> words(String command) {
        return WORD.matcher(command).results().map(word -> word.group().replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2"));
    }

    /** Words name files of the case, or else those of the tests' resources that are in a folder. */
    private String resolved(String word) {
        Path own = home.resolve(word).normalize();
        Path shared = RESOURCES.resolve(word);
        return !word.isEmpty() && Files.exists(own)
                ? own.toString()
                : word.contains("/") && Files.exists(shared) ? shared.toString() : word;
    }

    private String piped(List<String> stage, String out) throws IOException {
        String last = stage.get(stage.size() - 1);
        if (stage.get(0).equals(">")) {
            Files.writeString(home.resolve(last), out);
            return "";
        }
        Path file = Path.of(resolved(last));
        return switch (stage.get(1)) {
            case "at" -> {
                JsonNode tree = tree(out);
                yield lines(stage.stream().skip(2).map(tree::at));
            }
            case "values" -> lines(tree(out).findValues(last).stream());
            case "grep" -> out.lines().filter(line -> line.contains(last)).collect(joining());
            case "same" -> tree(out).equals(tree(Files.readString(file))) ? "the same\n" : out;
            case "golden" -> {
                if (WRITE && file.startsWith(RESOURCES)) {
                    Files.writeString(file, out);
                }
                yield out.equals(Files.readString(file)) ? "" : out;
            }
            default -> throw new AssertionError("there is no pipe " + stage);
        };
    }

    private static String lines(Stream<JsonNode> values) {
        return values.filter(value -> !value.isMissingNode())
                .map(value -> value.isTextual() ? value.asText() : value.toString())
                .collect(joining());
    }

    private static Collector<CharSequence, ?, String> joining() {
        return Collectors.collectingAndThen(Collectors.joining("\n"), text -> text.isEmpty() ? "" : text + "\n");
    }

    /** The document, or a list of all documents. */
    private static JsonNode tree(String text) throws IOException {
        List<JsonNode> documents =
                YAML.readerFor(JsonNode.class).<JsonNode>readValues(text).readAll();
        return documents.size() == 1
                ? documents.get(0)
                : JsonNodeFactory.instance.arrayNode().addAll(documents);
    }
}
