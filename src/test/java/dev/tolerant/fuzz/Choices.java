package dev.tolerant.fuzz;

import java.util.List;

/** Choices that bytes make, one byte each; after the last byte every choice is the first. */
final class Choices {
    private final byte[] bytes;
    private int next;

    Choices(byte[] bytes) {
        this.bytes = bytes;
    }

    private int nextByte() {
        return next < bytes.length ? bytes[next++] & 0xFF : 0;
    }

    /** A number from 0 to {@code max}, which is below 256. */
    int upTo(int max) {
        return nextByte() % (max + 1);
    }

    boolean flag() {
        return (nextByte() & 1) == 1;
    }

    <T> T of(List<T> values) {
        return values.get(upTo(values.size() - 1));
    }

    /** One of the texts, or, if the choice is beyond them, up to fifteen characters below U+0100. */
    String text(List<String> texts) {
        int choice = upTo(texts.size());
        return choice < texts.size() ? texts.get(choice) : anyText();
    }

    private String anyText() {
        StringBuilder text = new StringBuilder();
        for (int left = upTo(15); left > 0; left--) {
            text.append((char) nextByte());
        }
        return text.toString();
    }
}
