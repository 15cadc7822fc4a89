package dev.tolerant.fault;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The bytes of HTTP/2 with which a client begins, and keeps a server busy that counts no frames. */
final class Http2Frames {
    private static final byte HEADERS = 1;
    private static final byte SETTINGS = 4;
    private static final byte CONTINUATION = 9;
    private static final byte STREAM = 1;
    private static final int HEAD = 9;
    private static final int TYPE = 3;

    private Http2Frames() {}

    /** The preface of a client that knows its server, empty settings, and headers that are to be continued. */
    static byte[] unendedHeaders() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(frame(SETTINGS, (byte) 0, new byte[0]));
        // :method: GET, :scheme: http, :path: / by their numbers in the table of HPACK.
        bytes.writeBytes(frame(HEADERS, STREAM, new byte[] {(byte) 0x82, (byte) 0x86, (byte) 0x84}));
        return bytes.toByteArray();
    }

    /** So many CONTINUATION frames in which there is nothing, and of which none is the last. */
    static byte[] emptyContinuations(int count) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            bytes.writeBytes(frame(CONTINUATION, STREAM, new byte[0]));
        }
        return bytes.toByteArray();
    }

    private static byte[] frame(byte type, byte stream, byte[] payload) {
        byte[] frame = new byte[HEAD + payload.length];
        frame[2] = (byte) payload.length;
        frame[TYPE] = type;
        frame[HEAD - 1] = stream;
        System.arraycopy(payload, 0, frame, HEAD, payload.length);
        return frame;
    }

    /** Whether the answer begins as every server's of HTTP/2 does, with its settings. */
    static boolean isAnsweredBy(String answer) {
        return answer.length() > TYPE && answer.charAt(TYPE) == SETTINGS;
    }
}
