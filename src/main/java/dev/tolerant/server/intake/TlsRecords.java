package dev.tolerant.server.intake;

import io.netty.buffer.ByteBuf;

/** Where the records end of which encrypted bytes consist. */
final class TlsRecords {
    /** Type, version and length. */
    private static final int HEADER = 5;

    private static final int BEFORE_LENGTH = 3;

    private int seen;
    private int length;

    /** How many bytes all those records have that end in the next bytes of the connection. */
    int endedBy(ByteBuf bytes) {
        int ended = 0;
        int at = bytes.readerIndex();
        while (at < bytes.writerIndex()) {
            if (seen < HEADER) {
                length = seen < BEFORE_LENGTH ? 0 : length << 8 | bytes.getUnsignedByte(at);
                seen++;
                at++;
            } else {
                int part = Math.min(HEADER + length - seen, bytes.writerIndex() - at);
                seen += part;
                at += part;
            }
            if (seen >= HEADER && seen == HEADER + length) {
                ended += seen;
                seen = 0;
            }
        }
        return ended;
    }
}
