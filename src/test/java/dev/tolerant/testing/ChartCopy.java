package dev.tolerant.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A copy of the chart that a test may change, in a folder of the test's. */
public record ChartCopy(Path path) {

    public static ChartCopy in(Path folder) {
        Path copy = folder.resolve("tolerant");
        try (Stream<Path> files = Files.walk(RenderedChart.CHART)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, copy.resolve(RenderedChart.CHART.relativize(file)));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return new ChartCopy(copy);
    }

    /** The copy with this text added to the end of its values, whose keys win over those before. */
    public ChartCopy withDefaults(String values) {
        return write("values.yaml", values);
    }

    public ChartCopy write(String file, String text) {
        try {
            Files.writeString(path.resolve(file), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return this;
    }

    /** The copy with what {@code helm template} leaves out, the hooks, as objects like the others. */
    public ChartCopy withoutHooks() {
        String file = "templates/tests/review.yaml";
        return write(
                file, RenderedChart.read(path.resolve(file)).replace("\"helm.sh/hook\" \"test\"", "\"hook\" \"none\""));
    }

    /** The copy for an API server that serves these kinds beside what Helm knows, which the library cannot tell it. */
    public ChartCopy serving(List<String> kinds) {
        String file = "templates/_injections.tpl";
        String served = kinds.stream().map(kind -> '"' + kind + '"').collect(Collectors.joining(" ", "(list ", ")"));
        return write(
                file,
                RenderedChart.read(path.resolve(file))
                        .replaceAll("\\.Capabilities\\.APIVersions\\.Has (\"[^\"]+\")", "has $1 " + served));
    }
}
