package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Commands answer as the scripts in {@code src/test/resources/scripts} say, whose README has their form. */
class ScriptsTest {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Path RESOURCES = Path.of("src/test/resources");
    private static final boolean WRITE = Boolean.getBoolean("golden.write");
    private static final Pattern FILE = Pattern.compile("> (.+?)(?: < (\\S+)(?: s/(.+)/(.*)/)?)?");
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|\\S)+");

    @TempDir
    private Path directory;

    @TestFactory
    List<DynamicNode> scripts() throws IOException {
        List<DynamicNode> scripts = new ArrayList<>();
        try (Stream<Path> files = Files.list(RESOURCES.resolve("scripts"))) {
            for (Path script : files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .toList()) {
                scripts.add(dynamicContainer(script.getFileName().toString(), cases(script)));
            }
        }
        return scripts;
    }

    private List<DynamicNode> cases(Path script) throws IOException {
        List<List<String>> parts = new ArrayList<>(List.of(new ArrayList<>()));
        for (String line : Files.readAllLines(script)) {
            if (line.startsWith("# ")) {
                parts.add(new ArrayList<>());
            }
            parts.get(parts.size() - 1).add(line);
        }
        List<String> ofAll = parts.get(0);
        List<String> written = new ArrayList<>(ofAll);
        List<DynamicNode> tests = new ArrayList<>();
        for (List<String> part : parts.subList(1, parts.size())) {
            List<List<String>> rows = rows(part, ofAll);
            boolean table = part.stream().anyMatch(line -> line.startsWith("@ "));
            List<String> lines = WRITE && !table ? played(rows.get(0), "") : rows.get(0);
            written.addAll(table ? part : lines.subList(ofAll.size(), lines.size()));
            for (int i = 0; i < rows.size(); i++) {
                List<String> row = table ? rows.get(i) : lines;
                String name = script.getFileName() + " " + part.get(0) + (table ? ", row " + (i + 1) : "");
                tests.add(dynamicTest(name, () -> played(row, name)));
            }
        }
        if (WRITE) {
            Files.write(script, written);
        }
        return tests;
    }

    /** The case once for each row of its table, whose cells stand for the words in the table's first row. */
    private static List<List<String>> rows(List<String> part, List<String> ofAll) {
        List<String> all = new ArrayList<>(ofAll);
        all.addAll(part);
        List<String[]> table = part.stream()
                .filter(line -> line.startsWith("@ "))
                .map(line -> line.substring(2).trim().split(" *\\| *", -1))
                .toList();
        if (table.isEmpty()) {
            return List.of(all);
        }
        return table.subList(1, table.size()).stream()
                .map(row -> all.stream()
                        .filter(line -> !line.startsWith("@ "))
                        .map(line -> filled(line, table.get(0), row))
                        .filter(line -> !line.matches("|!|\\[0]"))
                        .toList())
                .toList();
    }

    private static String filled(String line, String[] names, String[] cells) {
        assertThat(cells).as(Arrays.toString(cells)).hasSameSizeAs(names);
        String filled = line;
        for (int i = 0; i < names.length; i++) {
            filled = filled.replace(names[i], cells[i]);
        }
        return filled.stripTrailing();
    }

    /** The lines of a case; if it has no name, then with the answers that its commands give instead of others. */
    private List<String> played(List<String> lines, String name) throws IOException {
        Path home = Files.createTempDirectory(directory, "case");
        List<String> played = new ArrayList<>();
        int end;
        for (int at = 0; at < lines.size(); at = end) {
            String line = lines.get(at);
            end = at + 1;
            if (line.startsWith("> ")) {
                while (end < lines.size() && lines.get(end).startsWith("  ")) {
                    end++;
                }
                write(home, line, lines.subList(at + 1, end));
            } else if (line.startsWith("$ ")) {
                while (end < lines.size() && !lines.get(end).matches("[$>@#] .*")) {
                    end++;
                }
                while (lines.get(end - 1).isBlank()) {
                    end--;
                }
                List<String> expected = lines.subList(at + 1, end);
                String answer = answer(home, line.substring(2));
                if (!answer.matches(pattern(expected))) {
                    if (!name.isEmpty()) {
                        assertThat(answer).as(name + ": " + line).isEqualTo(String.join("\n", expected));
                    }
                    played.add(line);
                    played.addAll(answer.lines().toList());
                    continue;
                }
            } else {
                assertThat(line).as("a line of a script").matches("|[#@] .*");
            }
            played.addAll(lines.subList(at, end));
        }
        return played;
    }

    private static void write(Path home, String line, List<String> content) throws IOException {
        Matcher file = FILE.matcher(line);
        assertThat(file.matches()).as(line).isTrue();
        String text = file.group(2) == null ? "" : Files.readString(RESOURCES.resolve(file.group(2)));
        String changed = file.group(3) == null ? text : text.replaceAll(file.group(3), file.group(4));
        assertThat(changed.equals(text)).as(line).isEqualTo(file.group(3) == null);
        Path path = home.resolve(file.group(1));
        Files.createDirectories(path.getParent());
        Files.writeString(
                path,
                changed + content.stream().map(each -> each.substring(2) + "\n").collect(Collectors.joining()));
    }

    private static String pattern(List<String> answer) {
        return answer.stream()
                .map(line -> switch (line) {
                    case "..." -> "(?:(?!! |\\[\\d+]\n).*\n)*";
                    case "! ..." -> "(?:! .*\n)*";
                    default -> Pattern.quote(line).replace("...", "\\E.*\\Q") + "\n";
                })
                .collect(Collectors.joining());
    }

    /** What a command prints and exits with, as a script writes it. */
    private static String answer(Path home, String command) throws IOException {
        String[] stages = command.split(" (?=[|>] )");
        List<String> words = words(home, stages[0]);
        assertThat(words.get(0)).isEqualTo("tolerant");
        CommandRun run = CommandRun.of(words.subList(1, words.size()).toArray(String[]::new));
        System.clearProperty("picocli.ansi");
        String out = run.out();
        for (String stage : Arrays.asList(stages).subList(1, stages.length)) {
            out = piped(words(home, stage), out);
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

    /** Words name files of the case, or else those of the tests' resources that are in a folder. */
    private static List<String> words(Path home, String command) {
        List<String> words = new ArrayList<>();
        for (Matcher word = WORD.matcher(command); word.find(); ) {
            String text = word.group().replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2");
            Path own = home.resolve(text).normalize();
            Path shared = RESOURCES.resolve(text);
            boolean named = !text.isEmpty() && words.size() > 1;
            words.add(
                    named && Files.exists(own) || words.contains(">")
                            ? own.toString()
                            : named && text.contains("/") && Files.exists(shared) ? shared.toString() : text);
        }
        return words;
    }

    private static String piped(List<String> stage, String out) throws IOException {
        String last = stage.get(stage.size() - 1);
        return switch (stage.get(0) + stage.get(1)) {
            case "|at" -> {
                JsonNode tree = tree(out);
                yield stage.subList(2, stage.size()).stream()
                        .map(pointer -> line(tree.at(pointer)))
                        .collect(Collectors.joining());
            }
            case "|values" ->
                tree(out).findValues(last).stream().map(ScriptsTest::line).collect(Collectors.joining());
            case "|grep" ->
                out.lines()
                        .filter(each -> each.contains(last))
                        .map(each -> each + "\n")
                        .collect(Collectors.joining());
            case "|same" -> tree(out).equals(tree(Files.readString(Path.of(last)))) ? "the same\n" : out;
            case "|golden" -> {
                if (WRITE) {
                    Files.writeString(Path.of(last), out);
                }
                yield out.equals(Files.readString(Path.of(last))) ? "" : out;
            }
            default -> {
                assertThat(stage.get(0)).as("pipe in " + stage).isEqualTo(">");
                Files.writeString(Path.of(last), out);
                yield "";
            }
        };
    }

    private static String line(JsonNode value) {
        return value.isMissingNode() ? "" : (value.isTextual() ? value.asText() : value) + "\n";
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
