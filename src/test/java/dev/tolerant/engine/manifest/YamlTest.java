package dev.tolerant.engine.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** YAML as kubectl sends it to the API server: by the rules of go-yaml v2, as JSON. */
class YamlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "EMPTY",
            value = {
                "y, Y, yes, Yes, YES, on, On, ON, true, True, TRUE      | true",
                "n, N, no, No, NO, off, Off, OFF, false, False, FALSE   | false",
                "~, null, Null, NULL, !!null null                       | null",
                "!!bool yes, !!bool 'y'                                 | true",
                "yEs, yES                                               | \"yEs\", \"yES\"",
                "'y', \"no\", !!str off, ! on, !mine on                 | \"y\", \"no\", \"off\", \"on\", \"on\"",
                "0, -0, +0, 00, 0x0, 0b0, 0o0, -0.0, 0_0                | 0",
                "8, 08, +8, 0x8, 0X8, 0o10, 010, 0O10, 0b1000, 0B1000   | 8",
                "8.0, 8., 0.8e1, 80e-1, 8E0, 8_, !!int 8, !!float 8     | 8",
                "60, 60.0, 6e1, 6E+1, 0o74, 074, 0x3C                   | 60",
                "-8, -08, -0x8, -0o10, -010, -0b1000, -8.0              | -8",
                "1000000, 1e6, 1e+06, 1_000_000, 1000000.0              | 1000000",
                "0.5, .5, +.5, 5e-1, 00.5                               | 0.5",
                "9223372036854775807, 0x7fffffffffffffff                | 9223372036854775807",
                "18446744073709551615                                   | 18446744073709551615",
                "+18446744073709551616, 18446744073709551616.0          | 18446744073709552000",
                "1:30, 190:20:30, 1:30.5                                | \"1:30\", \"190:20:30\", \"1:30.5\"",
                "0x, 0b, 0b2, 0o8, 0o, 0xg, 1e, 1e400, -, +, ., .e1     | \"0x\", \"0b\", \"0b2\", \"0o8\", \"0o\","
                        + " \"0xg\", \"1e\", \"1e400\", \"-\", \"+\", \".\", \".e1\"",
                "2001-01-01, 2001-12-14t21:59:43.10-05:00, !!timestamp 2001-01-01 | \"2001-01-01\","
                        + " \"2001-12-14t21:59:43.10-05:00\", \"2001-01-01\"",
                "1.2.3, 10Gi, 100m, _1, 1_a, =, <<, '<<'                | \"1.2.3\", \"10Gi\", \"100m\", \"_1\","
                        + " \"1_a\", \"=\", \"<<\", \"<<\"",
                "!!binary aGVsbG8=                                      | \"hello\"",
            })
    void aScalarIsWhatKubectlMakesOfIt(String scalars, String json) throws Exception {
        String expected = json.contains(",")
                ? json
                : IntStream.range(0, scalars.split(", ").length)
                        .mapToObj(i -> json)
                        .collect(Collectors.joining(", "));

        assertThat(json("[" + scalars + "]")).isEqualTo("[" + expected.replace(", ", ",") + "]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{a: , b: \"\", c: ''}                          | {\"a\":null,\"b\":\"\",\"c\":\"\"}",
                "{y: 1, 1.5: a, 0x10: b, ~x: c}                 | {\"true\":1,\"1.5\":\"a\",\"16\":\"b\",\"~x\":\"c\"}",
                "{a: &x {k: [1]}, b: *x, c: [*x]}               |"
                        + " {\"a\":{\"k\":[1]},\"b\":{\"k\":[1]},\"c\":[{\"k\":[1]}]}",
                "{a: &x y, *x : b}                              | {\"a\":true,\"true\":\"b\"}",
                "{a: &x 1, b: &x 2, c: *x}                      | {\"a\":1,\"b\":2,\"c\":2}",
                "{<<: {a: 1, b: 1}, a: 2}                       | {\"a\":2,\"b\":1}",
                "{a: 2, <<: {a: 1}}                             | {\"a\":1}",
                "{<<: [{a: 1}, {a: 2, b: 2}], c: 3}             | {\"a\":1,\"b\":2,\"c\":3}",
                "[&x {a: 1}, {<<: *x, b: 2}, {<<: [*x], a: 3}]  | [{\"a\":1},{\"a\":1,\"b\":2},{\"a\":3}]",
                "{'<<': {a: 1}, !!merge <<: {b: 1}}             | {\"<<\":{\"a\":1},\"b\":1}",
                "{a: 60.0, b: {\"c\": 1e2}}                     | {\"a\":60,\"b\":{\"c\":100}}",
                "{\"a\": 60.0, \"b\": 1e2, \"c\": 0.10, \"d\": -0.0} | {\"a\":60,\"b\":100,\"c\":0.10,\"d\":0}",
            })
    void anObjectIsWhatKubectlMakesOfIt(String yaml, String json) throws Exception {
        assertThat(json(yaml)).isEqualTo(json);
    }

    /** What kubectl 1.32 makes of a tab, which is → here, as ¶ is the end of a line. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "x: a→# c | {\"x\":\"a\"}",
                "x: \"a\"→# c | {\"x\":\"a\"}",
                "x: [a]→# c | {\"x\":[\"a\"]}",
                "x:→# c¶  z: 1 | {\"x\":{\"z\":1}}",
                "x: a→¶z: b | {\"x\":\"a\",\"z\":\"b\"}",
                "x:→¶  z: 1 | {\"x\":{\"z\":1}}",
                "x:→a | {\"x\":\"a\"}",
                "x: →a | {\"x\":\"a\"}",
                "x:→ a | {\"x\":\"a\"}",
                "x→: a | {\"x\":\"a\"}",
                "\"x\"→: a | {\"x\":\"a\"}",
                "x: [a,→b] | {\"x\":[\"a\",\"b\"]}",
                "x: [→a,b→] | {\"x\":[\"a\",\"b\"]}",
                "x: {a: 1,→b:→2} | {\"x\":{\"a\":1,\"b\":2}}",
                "x: {→a: 1→} | {\"x\":{\"a\":1}}",
                "x: {a→: 1} | {\"x\":{\"a\":1}}",
                "x: {¶→¶a: 1} | {\"x\":{\"a\":1}}",
                "x: [a,→# c¶ b] | {\"x\":[\"a\",\"b\"]}",
                "---→¶x: a | {\"x\":\"a\"}",
                "---→# c¶x: a | {\"x\":\"a\"}",
                "x: a¶...→¶ | {\"x\":\"a\"}",
                "---¶{¶→\"x\":→\"a\",¶→\"z\": 1¶} | {\"x\":\"a\",\"z\":1}",
                "x: \"a\\→b\" | {\"x\":\"a\\tb\"}",
                "x: \"a\\¶  \\→b\" | {\"x\":\"a\\tb\"}",
                "x: \"a→b\" | {\"x\":\"a\\tb\"}",
                "x: \"a¶→b\" | {\"x\":\"a b\"}",
                "x: 'a¶→b' | {\"x\":\"a b\"}",
                "x: a→b¶z:→c | {\"x\":\"a\\tb\",\"z\":\"c\"}",
                "x: ¦¶  a¶  →b¶z:→c | {\"x\":\"a\\n\\tb\\n\",\"z\":\"c\"}",
                "x: ¦→¶  a¶ | {\"x\":\"a\\n\"}",
                "x: ¦→# c¶  a¶ | {\"x\":\"a\\n\"}",
                "x:→¦¶  a¶ | {\"x\":\"a\\n\"}",
                "x: &a→b | {\"x\":\"b\"}",
                "x: !!str→b | {\"x\":\"b\"}",
                "x: &a b¶z: *a→¶ | {\"x\":\"b\",\"z\":\"b\"}"
            })
    void aTabIsReadWhereKubectlReadsIt(String yaml, String json) throws Exception {
        assertThat(json(tabs(yaml))).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x:¶→z: 1",
                "x:¶ →z: 1",
                "x:¶  y: 1¶ →z: 1",
                "x:¶→- a",
                "x: a¶→¶z: b",
                "x:¶-→a",
                "x:¶- →{a: 1}",
                "x: |¶  a¶→¶  b",
                "x: |¶→a",
                "x: [a]→# c¶z:¶→a: 1"
            })
    void aTabIsNoIndentation(String yaml) {
        assertThatThrownBy(() -> json(tabs(yaml))).hasMessageContaining("it is not YAML or JSON");
    }

    /** What kubectl 1.36 takes no part of; of other texts others read the same. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "%YAML 1.2¶---¶x: a; the directive on line 1: remove it",
                "x: a¶---¶# c¶%TAG ! tag:a,1:¶---¶z: b; the directive on line 4: remove it",
                "--- {x: a}; what stands after --- on line 1: begin a new line there",
                "x: a¶--- !!map¶z: b; what stands after --- on line 2: begin a new line there",
                "{\"x\": 1}¶...; what follows JSON on line 2: write --- before it, or remove it",
                "{\"x\": 1}¶# c; what follows JSON on line 2: write --- before it, or remove it",
            })
    void whatKubectlAloneRefusesIsRefusedInManifests(String yaml, String sentence) throws Exception {
        assertThatThrownBy(() -> asKubectl(yaml)).hasMessage("a.yaml cannot be read: kubectl refuses " + sentence);
        assertThat(ManifestFile.of("a.yaml", tabs(yaml)).documents()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{x: 1}¶...; [{\"x\":1}]; 0",
                "x: 1¶...¶# c¶...; [{\"x\":1}]; 0",
                "x: 1¶...¶---¶z: 1; [{\"x\":1}, {\"z\":1}]; 0",
                "x: 1¶...¶¶z: 1; [{\"x\":1}]; 4",
                "x: 1¶...¶...¶z: 1; [{\"x\":1}]; 4",
                "x: 1¶...¶z: [¶---¶z: 1; [{\"x\":1}, {\"z\":1}]; 3",
                "x: 1¶... z: 1; [{\"x\":1}]; 2",
                "# c¶---¶{x: 1}¶{z: 1}; [{\"x\":1}]; 4",
                "{x: 1} # c¶# c¶{z: 1}; [{\"x\":1}]; 3",
                "{x: 1} {z: 1}; [{\"x\":1}]; 1",
                "{x:→1}¶{z: 1}; [{\"x\":1}]; 2",
                "{\"x\": 1}¶---¶{z: 1}; [{\"x\":1}, {\"z\":1}]; 0",
                "{\"x\": 1}¶{\"z\": 1}; [{\"x\":1}, {\"z\":1}]; 0",
                "--- # c¶x: 1; [{\"x\":1}]; 0",
                "---→¶x: 1; [{\"x\":1}]; 0",
                "x: a¶  -→b; [{\"x\":\"a -\\tb\"}]; 0",
                "x: 'a¶→¶→b'; [{\"x\":\"a\\nb\"}]; 0",
                "{x: 1,¶→¶z: 1}; [{\"x\":1,\"z\":1}]; 0",
                "x: ¦¶  -→b; [{\"x\":\"-\\tb\"}]; 0",
            })
    void whatFollowsADocumentWithoutDashesKubectlDoesNotSee(String yaml, String documents, int unseen)
            throws Exception {
        ManifestFile file = asKubectl(yaml);

        assertThat(file.documents()).hasToString(documents);
        assertThat(file.unseenAfter(new Place("a.yaml", 1, 0))).isEqualTo(unseen);
    }

    private static ManifestFile asKubectl(String yaml) throws InvalidManifestException {
        return ManifestFile.asKubectl("a.yaml", tabs(yaml).getBytes(StandardCharsets.UTF_8));
    }

    private static String tabs(String yaml) {
        return yaml.replace('→', '\t').replace('¶', '\n').replace('¦', '|');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[*a]                | the alias *a has no anchor before it at line 1, column 2",
                "{a: &a [*a]}        | the alias *a is a part of what it stands for at line 1, column 9",
                "{a: 1, a: 2}        | there are two of the field 'a' at line 1, column 8",
                "{y: 1, true: 2}     | there are two of the field 'true' at line 1, column 8",
                "{{ .Values.x }}     | the name of a field must be text at line 1, column 2",
                "{~: 1}              | the name of a field must be text at line 1, column 2",
                "{<<: 1}             | << must be an object, or a list of objects at line 1, column 6",
                "[.inf]              | JSON has no number .inf: put it in quotes at line 1, column 2",
                "[!!int a]           | a value is not what its tag says at line 1, column 2",
                "[\"\\q\"]           | it is not YAML or JSON at line 1, column 4",
            })
    void whatKubectlRefusesIsRefusedWithItsPlace(String yaml, String sentence) {
        assertThatThrownBy(() -> ManifestFile.of("a.yaml", yaml))
                .isInstanceOf(InvalidManifestException.class)
                .hasMessage("a.yaml cannot be read: " + sentence);
    }

    @Test
    void anAnchorEndsWithItsDocument() {
        assertThatThrownBy(() -> ManifestFile.of("a.yaml", "a: &a 1\n---\na: *a\n"))
                .hasMessage("a.yaml cannot be read: the alias *a has no anchor before it at line 3, column 4");
    }

    @Test
    void aliasesStandForNoMoreThanABudget() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [lol]\n");
        IntStream.range(1, 30)
                .forEach(i -> laughs.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10))));

        assertThatThrownBy(() -> ManifestFile.of("a.yaml", laughs.toString()))
                .hasMessageContaining("makes the text too large: write out what the aliases stand for at line ");
    }

    @Test
    void aliasesNestNoDeeperThanTheTextMay() {
        StringBuilder chain = new StringBuilder("a0: &a0 [1]\n");
        IntStream.range(1, 5000).forEach(i -> chain.append("a%d: &a%d [*a%d]\n".formatted(i, i, i - 1)));

        assertThatThrownBy(() -> ManifestFile.of("a.yaml", chain.toString()))
                .hasMessageContaining("makes the text too large");
        assertThatThrownBy(() -> ManifestFile.of("a.yaml", "[".repeat(2000) + "]".repeat(2000)))
                .hasMessageContaining("it is nested more than 1000 levels deep at line 1");
    }

    @Test
    void anAliasIsACopy() throws Exception {
        Manifest manifest = ManifestFile.of("a.yaml", "{kind: A, metadata: &a {b: 1}, c: *a}")
                .manifests()
                .get(0);
        manifest.object().withObject("/c").put("b", 2);

        assertThat(manifest.object()).hasToString("{\"kind\":\"A\",\"metadata\":{\"b\":1},\"c\":{\"b\":2}}");
    }

    private static String json(String yaml) throws InvalidManifestException {
        return ManifestFile.of("a.yaml", yaml).documents().get(0).toString();
    }
}
