package dev.tolerant.engine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.json.ItemStream.LineStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the lines of a stream are read. */
class LineStreamTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 5, Integer.MAX_VALUE})
    void linesAreReadInAnyParts(int part) throws IOException {
        String large = "z".repeat(100_000);

        LineStream lines = new LineStream(ItemStreamTest.parts("one\n\n" + large + "\ntwo\ncut off", part));

        List<String> read = new ArrayList<>();
        for (byte[] line = lines.next(); line != null; line = lines.next()) {
            read.add(new String(line, UTF_8));
        }
        assertThat(read).containsExactly("one", "", large, "two");
    }

    @Test
    void aLineIsReadBeforeTheNextOneComes() throws IOException {
        try (PipedOutputStream out = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(out)) {
            LineStream lines = new LineStream(in);

            out.write("first\nsec".getBytes(UTF_8));
            out.flush();

            assertThat(lines.next()).isEqualTo("first".getBytes(UTF_8));
        }
    }
}
