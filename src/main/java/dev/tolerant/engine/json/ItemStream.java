package dev.tolerant.engine.json;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The elements of the list {@code items} of a JSON object in a stream, one at a time, and what else the object says of
 * the list; it holds no more of the stream than the longest element, and does not check what elements contain.
 */
public final class ItemStream {
    /** No API server stores an object this large. */
    static final int MAX_VALUE = 1 << 24;

    private static final int BUFFER = 1 << 16;
    private static final Mask OF_LIST = Mask.ofValues("continue", "resourceVersion");

    private final InputStream in;
    private byte[] text = new byte[BUFFER];
    private int at;
    private int end;
    private boolean begun;
    private boolean ended;
    private boolean inItems;
    private boolean hasItems;
    private String kind = "";
    private String apiVersion = "";
    private byte[] metadata = {};
    private String continuation = "";
    private String resourceVersion = "";

    public ItemStream(InputStream in) {
        this.in = in;
    }

    /** JSON; null after the last. Where the stream ends within the object, that is an {@link EOFException}. */
    public byte @Nullable [] next() throws IOException {
        if (!begun) {
            require('{');
            begun = true;
        }
        while (!ended) {
            int next = peek();
            if (next == ',') {
                at++;
            } else if (inItems && next == ']') {
                at++;
                inItems = false;
            } else if (inItems) {
                return value();
            } else if (next == '}') {
                at++;
                ended = true;
                return null;
            } else {
                readField();
            }
        }
        return null;
    }

    /** True where anything but white space follows the object that has been read. */
    public boolean isFollowed() throws IOException {
        at = JsonScan.afterSpace(text, at, end);
        while (at == end && fillMore()) {
            at = JsonScan.afterSpace(text, at, end);
        }
        return at < end;
    }

    public void beginNext() {
        begun = false;
        ended = false;
        hasItems = false;
        kind = "";
        apiVersion = "";
        metadata = new byte[0];
        continuation = "";
        resourceVersion = "";
    }

    /** False before {@link #next} has reached the list. */
    public boolean hasItems() {
        return hasItems;
    }

    /** Empty before {@link #next} has reached it. */
    public String kind() {
        return kind;
    }

    /** Empty before {@link #next} has reached it. */
    public String apiVersion() {
        return apiVersion;
    }

    /** JSON; empty before {@link #next} has reached it. */
    public byte[] metadata() {
        return metadata.clone();
    }

    /** Asks for the next part of the list; empty after the last part, and before {@link #next} has reached it. */
    public String continuation() {
        return continuation;
    }

    /** Empty before {@link #next} has reached it. */
    public String resourceVersion() {
        return resourceVersion;
    }

    private void readField() throws IOException {
        if (peek() != '"') {
            throw new IOException("the stream is not a JSON object");
        }
        byte[] quoted = value();
        String name = text(quoted);
        require(':');
        byte first = peek();
        if (name.equals("items") && first == '[') {
            at++;
            inItems = true;
            hasItems = true;
        } else if (name.equals("metadata")) {
            metadata = value();
            readMetadata();
        } else if (name.equals("kind") && first == '"') {
            kind = text(value());
        } else if (name.equals("apiVersion") && first == '"') {
            apiVersion = text(value());
        } else {
            value();
        }
    }

    private static String text(byte[] quoted) {
        return new String(quoted, 1, quoted.length - 2, StandardCharsets.UTF_8);
    }

    private void readMetadata() throws IOException {
        try {
            Fields list = Fields.of(TreeReader.read(metadata, OF_LIST));
            continuation = list.text("continue");
            resourceVersion = list.text("resourceVersion");
        } catch (UnexpectedJsonException unexpected) {
            throw new IOException(unexpected.getMessage(), unexpected);
        }
    }

    private void require(char wanted) throws IOException {
        if (peek() != wanted) {
            throw new IOException("the stream is not a JSON object");
        }
        at++;
    }

    private byte peek() throws IOException {
        at = JsonScan.afterSpace(text, at, end);
        while (at == end) {
            fill();
            at = JsonScan.afterSpace(text, at, end);
        }
        return text[at];
    }

    /** Copies the value here, which something always follows. */
    private byte[] value() throws IOException {
        int stop = JsonScan.afterValue(text, at, end);
        while (stop >= end) {
            fill();
            stop = JsonScan.afterValue(text, at, end);
        }
        if (stop == at) {
            throw new IOException("the stream is not a JSON object");
        }
        byte[] value = Arrays.copyOfRange(text, at, stop);
        at = stop;
        return value;
    }

    /** Reads on until the buffer is full, so that a value that arrives in small parts is not searched again for each. */
    private void fill() throws IOException {
        if (at == 0 && end == text.length) {
            if (end >= MAX_VALUE) {
                throw new IOException("a value is longer than " + MAX_VALUE + " bytes");
            }
            text = Arrays.copyOf(text, 2 * end);
        } else {
            System.arraycopy(text, at, text, 0, end - at);
            end -= at;
            at = 0;
        }
        if (!fillMore()) {
            throw new EOFException("the stream ends within the JSON object");
        }
    }

    private boolean fillMore() throws IOException {
        if (at == end) {
            at = 0;
            end = 0;
        }
        int read = in.readNBytes(text, end, text.length - end);
        end += read;
        return read > 0;
    }

    /** The lines of a stream, each as soon as it has arrived; holds no more of the stream than one read and the longest line. */
    public static final class LineStream {
        private static final int BUFFER = 1 << 14;

        private final InputStream in;
        private byte[] text = new byte[BUFFER];
        private int at;
        private int end;

        public LineStream(InputStream in) {
            this.in = in;
        }

        /** Without its end, and maybe empty; null when the stream has ended, within a line or after one. */
        public byte @Nullable [] next() throws IOException {
            int searched = at;
            while (true) {
                for (int i = searched; i < end; i++) {
                    if (text[i] == '\n') {
                        byte[] line = Arrays.copyOfRange(text, at, i);
                        at = i + 1;
                        return line;
                    }
                }
                int before = end - at;
                if (!fill()) {
                    return null;
                }
                searched = at + before;
            }
        }

        private boolean fill() throws IOException {
            System.arraycopy(text, at, text, 0, end - at);
            end -= at;
            at = 0;
            if (end == text.length) {
                if (end >= ItemStream.MAX_VALUE) {
                    throw new IOException("a line is longer than " + ItemStream.MAX_VALUE + " bytes");
                }
                text = Arrays.copyOf(text, 2 * end);
            } else if (end == 0 && text.length > BUFFER) {
                text = new byte[BUFFER];
            }
            int read = in.read(text, end, text.length - end);
            end += Math.max(0, read);
            return read > 0;
        }
    }
}
