package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

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
    private static final Pattern FILE = Pattern.compile("> (.+?)(?: < (\\S+)(?: s/(.+)/(.*)/)?)?");

    @TempDir
    private Path directory;

    @TestFactory
    List<DynamicNode> scripts() throws IOException {
        List<DynamicNode> scripts = new ArrayList<>();
        try (Stream<Path> files = Files.list(ScriptedCommand.RESOURCES.resolve("scripts"))) {
            for (Path script : files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .toList()) {
                scripts.add(dynamicContainer(script.getFileName().toString(), cases(script)));
            }
        }
        return scripts;
    }

    private List<DynamicNode> cases(Path script) throws IOException {
        String[] parts = ("\n" + Files.readString(script)).split("(?m)^(?=# )");
        List<String> ofAll = parts[0].lines().skip(1).toList();
        List<String> written = new ArrayList<>(ofAll);
        List<DynamicNode> tests = new ArrayList<>();
        for (String each : List.of(parts).subList(1, parts.length)) {
            List<String> part = each.lines().toList();
            List<List<String>> rows = rows(part, ofAll);
            boolean table = part.stream().anyMatch(line -> line.startsWith("@ "));
            List<String> lines = ScriptedCommand.WRITE && !table ? played(rows.get(0), "") : rows.get(0);
            written.addAll(table ? part : lines.subList(ofAll.size(), lines.size()));
            for (int i = 0; i < rows.size(); i++) {
                List<String> row = table ? rows.get(i) : lines;
                String name =
                        script.getFileName() + ": " + part.get(0).substring(2) + (table ? ", row " + (i + 1) : "");
                tests.add(dynamicTest(name, () -> played(row, name)));
            }
        }
        if (ScriptedCommand.WRITE) {
            Files.write(script, written);
        }
        return tests;
    }

    /** The case once for each row of its table, whose cells stand for the words in the table's first row. */
    private static List<List<String>> rows(List<String> part, List<String> ofAll) {
        List<String> all = Stream.concat(ofAll.stream(), part.stream()).toList();
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
            } else if (line.startsWith("$ tolerant ")) {
                while (end < lines.size() && !lines.get(end).matches("[$>@#] .*")) {
                    end++;
                }
                while (lines.get(end - 1).isBlank()) {
                    end--;
                }
                List<String> expected = lines.subList(at + 1, end);
                String answer = new ScriptedCommand(home, line.substring(2)).answer();
                if (!answer.matches(pattern(expected))) {
                    if (!name.isEmpty()) {
                        assertThat(answer).as(name + "\n" + line + "\n").isEqualTo(String.join("\n", expected));
                    }
                    played.add(line);
                    played.addAll(answer.lines().toList());
                    continue;
                }
            } else {
                assertThat(line).as("a line of " + name).matches("|[#@] .*");
            }
            played.addAll(lines.subList(at, end));
        }
        return played;
    }

    private static void write(Path home, String line, List<String> content) throws IOException {
        Matcher file = FILE.matcher(line);
        assertThat(file.matches()).as(line).isTrue();
        String text = file.group(2) == null ? "" : Files.readString(ScriptedCommand.RESOURCES.resolve(file.group(2)));
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
}
