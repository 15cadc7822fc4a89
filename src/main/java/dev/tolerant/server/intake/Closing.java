package dev.tolerant.server.intake;

import java.util.Locale;

/** Why the program closes a connection. */
enum Closing {
    /** There are too many. */
    SURPLUS,
    /** A request or a TLS handshake did not come to its end, or what came was not part of one. */
    SILENT,
    /** The client does not read its answers. */
    UNREAD,
    /** The client sends a request before the last one is answered, or one with very many headers. */
    PIPELINED;

    /** The value of the metric's label. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
