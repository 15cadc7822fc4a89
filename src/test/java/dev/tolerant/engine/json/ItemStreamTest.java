package dev.tolerant.engine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a list is read from a stream. */
class ItemStreamTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4096, Integer.MAX_VALUE})
    void elementsAndMetadataAreReadInAnyOrderAndInAnyParts(int part) throws IOException {
        String metadata = "\"metadata\" : {\"resourceVersion\":\"17\",\"continue\":\"a/b\",\"remainingItemCount\":3}";
        String items = "\"items\": [ {\"a\":\"]}\\\"\"} ,{\"b\":[{}, \"\\\\\"]}, {}\n]";

        for (String text :
                List.of("{" + metadata + "," + items + "}", "{" + items + ",\"x\":null," + metadata + "} ")) {
            ItemStream stream = new ItemStream(new Parts(text, part));

            assertThat(all(stream)).containsExactly("{\"a\":\"]}\\\"\"}", "{\"b\":[{}, \"\\\\\"]}", "{}");
            assertThat(stream.continuation()).isEqualTo("a/b");
            assertThat(stream.resourceVersion()).isEqualTo("17");
        }
    }

    @Test
    void elementsMayBeLongerThanTheBuffer() throws IOException {
        String large = "{\"x\":\"" + "y".repeat(1_000_000) + "\"}";
        String text = "{\"items\":[{},%s,{},%s]}".formatted(large, large);

        List<String> items = all(new ItemStream(new Parts(text, 10_000)));

        assertThat(items).containsExactly("{}", large, "{}", large);
    }

    @Test
    void aListWithoutItemsHasNone() throws IOException {
        for (String text : List.of("{}", "{\"items\":null}", "{\"items\":[]}", "{\"kind\":\"Status\",\"code\":410}")) {
            assertThat(all(new ItemStream(new Parts(text, 3)))).isEmpty();
        }
    }

    @Test
    void aStreamThatEndsEarlyIsNoShorterList() {
        String text = "{\"items\":[{\"a\":1},{\"b\":2}],\"metadata\":{}}";

        IntStream.range(0, text.length()).forEach(length -> {
            ItemStream cut = new ItemStream(new Parts(text.substring(0, length), 5));

            assertThatThrownBy(() -> all(cut)).as(text.substring(0, length)).isInstanceOf(EOFException.class);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "null", "x", "{x}", "{\"items\":[}", "{\"items\" 1}", "{\"metadata\":{\"continue\":1}}"})
    void whatIsNoListFails(String text) {
        assertThatThrownBy(() -> all(new ItemStream(new Parts(text, 4)))).isInstanceOf(IOException.class);
    }

    private static List<String> all(ItemStream stream) throws IOException {
        List<String> items = new ArrayList<>();
        for (byte[] item = stream.next(); item != null; item = stream.next()) {
            items.add(new String(item, UTF_8));
        }
        return items;
    }

    /** A stream that gives so many bytes at a time. */
    private static final class Parts extends ByteArrayInputStream {
        private final int part;

        Parts(String text, int part) {
            super(text.getBytes(UTF_8));
            this.part = part;
        }

        @Override
        public synchronized int read(byte[] into, int from, int length) {
            return super.read(into, from, Math.min(part, length));
        }
    }

    static InputStream parts(String text, int part) {
        return new Parts(text, part);
    }
}
