package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Words that tests expect which the usual build does not run are words of the program, its chart or its CRDs. */
class ExpectedWordsTest {
    private static final Path TESTS = Path.of("src/test/java/dev/tolerant");
    private static final List<Path> PROGRAM =
            List.of(Path.of("src/main/java"), Path.of("helm/tolerant/templates"), Path.of("helm/tolerant/files"));
    private static final Set<String> ELSEWHERE = Set.of("@NeedsApiServer", "@Tag(\"faults\")");
    /** Whatever is an argument of these is expected of the program, or must not be there. */
    private static final Set<String> EXPECTING = Set.of(
            "assertRefused",
            "assertUnknown",
            "contains",
            "containsExactly",
            "doesNotContain",
            "endsWith",
            "hasLogged",
            "hasMessage",
            "isEqualTo",
            "isEqualToIgnoringNewLines",
            "startsWith");

    /** Words of API servers, and of the JVM. */
    private static final Set<String> OF_OTHERS = Set.of(
            "' with binding '",
            "Duplicate value",
            "Exception in thread",
            "cannot create resource",
            "ValidatingAdmissionPolicy '",
            "unknown field \\\"spec.toleration\\\"");

    private static final Pattern TOKEN = Pattern.compile("(?s)//[^\n]*|/\\*.*?\\*/|\"\"\".*?\"\"\""
            + "|\"(?<text>(?:\\\\.|[^\"\\\\])*)\"|'(?:\\\\.|[^'\\\\])'|(?<call>\\w*)\\s*\\(|(?<end>\\))");
    private static final Pattern WORDS = Pattern.compile("^\\W*[\\w']+,? [\\w']+");
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");

    @Test
    void theProgramHasTheWords() throws IOException {
        StringBuilder program = new StringBuilder();
        for (Path folder : PROGRAM) {
            for (Path file : files(folder, "")) {
                program.append(Files.readString(file));
            }
        }
        String words = JOINED.matcher(program).replaceAll("");
        Set<String> all = new TreeSet<>();
        for (String folder : List.of("apiserver", "fault")) {
            for (Path test : files(TESTS.resolve(folder), "IT.java")) {
                String source = Files.readString(test);
                if (ELSEWHERE.stream().anyMatch(source::contains)) {
                    all.addAll(expected(source));
                }
            }
        }

        assertThat(all).hasSizeGreaterThan(15).contains("; the nearest names are ");
        all.removeIf(words::contains);
        assertThat(all).as("what others say").isEqualTo(OF_OTHERS);
    }

    private static List<Path> files(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(
                            file -> Files.isRegularFile(file) && file.toString().endsWith(end))
                    .toList();
        }
    }

    /** The literals of two words or more that are in the arguments of an assertion. */
    private static List<String> expected(String test) {
        List<String> expected = new ArrayList<>();
        Deque<String> calls = new ArrayDeque<>();
        Matcher token = TOKEN.matcher(test);
        while (token.find()) {
            String text = token.group("text");
            if (token.group("call") != null) {
                calls.push(token.group("call"));
            } else if (token.group("end") != null) {
                calls.pop();
            } else if (text != null
                    && calls.stream().anyMatch(EXPECTING::contains)
                    && WORDS.matcher(text).find()) {
                expected.add(text);
            }
        }
        return expected;
    }
}
