package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/kubectl_complete-tolerant}, as kubectl calls it. */
class PluginCompletionTest {
    @TempDir
    private Path directory;

    /** {@code -Dgolden.write=true} writes it anew. */
    @Test
    void theScriptHasTheCommandsAndOptionsThatTheProgramHas() throws IOException {
        // Given
        String script = Files.readString(PluginCompletion.SCRIPT);

        // When
        String rewritten = PluginCompletion.rewritten(script);
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(PluginCompletion.SCRIPT, rewritten);
        }

        // Then
        assertThat(Files.readString(PluginCompletion.SCRIPT)).isEqualTo(rewritten);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exp | explain :4",
                "zzz | :4",
                "explain --al | --all-namespaces :4",
                "explain -o j | json :4",
                "explain --output=y | yaml :4",
                "explain -o markd | :4",
                "explain --color al | always :4",
                "explain -f x | :0",
                "explain --as a | :4",
                "explain --zzz=x | :4",
                "explain dep | deployment/ :6",
                "explain deploy/web sta | statefulset/ :6",
                "explain -n shop dep | deployment/ :6",
                "dump x | :4",
            })
    void commandsOptionsAndValuesAreOfferedWithoutAskingAnybody(String words, String offers) throws Exception {
        assertThat(offers(words.split(" "))).isEqualTo(offers);
        assertThat(directory.resolve("asked")).doesNotExist();
    }

    @Test
    void beforeTheFirstLetterAllCommandsAreOffered() throws Exception {
        assertThat(offers("").split(" "))
                .containsExactlyElementsOf(
                        append(TolerantCommand.plugin().getSubcommands().keySet(), ":4"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "explain pod/we | __complete get pod/we",
                "explain -n shop --context=prod pod/we | __complete get --context=prod --namespace=shop pod/we",
                "explain po we | __complete get po we",
                "explain -n sh | __complete get pods --namespace sh",
                "explain --context pr | __complete get --context pr",
                "explain --namespace=sh | __complete get pods --namespace sh",
            })
    void kubectlIsAskedForNamesInTheCluster(String words, String question) throws Exception {
        assertThat(offers(words.split(" "))).isEqualTo("web-1 :4");
        assertThat(directory.resolve("asked")).hasContent(question);
    }

    private static List<String> append(Iterable<String> words, String last) {
        List<String> all = new ArrayList<>();
        words.forEach(all::add);
        all.add(last);
        return all;
    }

    /** Runs the script with a kubectl on the PATH that keeps what it is asked, and without any Java. */
    private String offers(String... words) throws Exception {
        Path kubectl = directory.resolve("kubectl");
        Files.writeString(
                kubectl, "#!/bin/sh\necho \"$@\" > '" + directory.resolve("asked") + "'\necho web-1\necho :4\n");
        Files.setPosixFilePermissions(kubectl, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> command = new ArrayList<>(List.of("/bin/sh", PluginCompletion.SCRIPT.toString()));
        command.addAll(Arrays.asList(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PATH", directory.toString());
        Process script = builder.start();
        String out = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(script.waitFor()).isZero();
        return out.strip().replace('\n', ' ');
    }
}
