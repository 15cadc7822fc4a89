package dev.tolerant.engine.json;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The lines of a stream, each as soon as it has arrived; holds no more of the stream than one read and the longest line. */
public final class LineStream {
    private static final int BUFFER = 1 << 14;

    private final InputStream in;
    private byte[] text = new byte[BUFFER];
    private int at;
    private int end;

    public LineStream(InputStream in) {
        this.in = in;
    }

    /** The next line without its end, which may be empty; null when the stream has ended, within a line or after one. */
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
