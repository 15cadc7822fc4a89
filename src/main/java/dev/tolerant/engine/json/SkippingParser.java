package dev.tolerant.engine.json;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.ByteSourceJsonBootstrapper;
import com.fasterxml.jackson.core.json.UTF8StreamJsonParser;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import dev.tolerant.engine.json.Mask.Field;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Jackson's parser of JSON in UTF-8, except that it skips an object, a list or a string by searching for its end. A decision needs
 * little of a review, and tokenising the rest would take longer than everything else. What it skips, it does not check.
 *
 * <p>It also keeps field names out of Jackson's table of names, which all parsers share: names that a client chose for
 * their equal hashes make the table slow, and then fail every text of every client.
 */
public final class SkippingParser extends UTF8StreamJsonParser {
    // managedFields use the values of list keys as field names, of any length.
    private static final Factory FACTORY = new Factory(new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(TreeReader.MAX_TEXT)
                    .build()));

    /**
     * Names that were read last, one for each place, so that those of Kubernetes need not be made again for each text. All threads share
     * them: another name at the same place takes it over, so that nothing that a client sends costs more than to make its names.
     */
    private static final AtomicReferenceArray<@Nullable WrittenName> NAMES = new AtomicReferenceArray<>(8192);

    private static final int LONGEST_KNOWN = 64;

    private SkippingParser(
            IOContext context, int features, ByteQuadsCanonicalizer names, byte[] text, int start, int end) {
        super(context, features, null, null, names, text, start, end, start, false);
    }

    /** The text must be in UTF-8. */
    public static SkippingParser of(byte[] text) throws IOException {
        return (SkippingParser) FACTORY.createParser(text);
    }

    private static final class Factory extends JsonFactory {
        private static final byte[] BYTE_ORDER_MARK = {
            ByteSourceJsonBootstrapper.UTF8_BOM_1,
            ByteSourceJsonBootstrapper.UTF8_BOM_2,
            ByteSourceJsonBootstrapper.UTF8_BOM_3
        };

        Factory(JsonFactoryBuilder settings) {
            super(settings);
        }

        @Override
        protected SkippingParser _createParser(byte[] text, int offset, int length, IOContext context)
                throws IOException {
            if (new ByteSourceJsonBootstrapper(context, text, offset, length).detectEncoding() != JsonEncoding.UTF8) {
                throw new CharConversionException("the text is not in UTF-8");
            }
            boolean marked = length >= BYTE_ORDER_MARK.length
                    && Arrays.equals(
                            text, offset, offset + BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
            return new SkippingParser(
                    context,
                    _parserFeatures,
                    _byteSymbolCanonicalizer.makeChild(_factoryFeatures),
                    text,
                    marked ? offset + BYTE_ORDER_MARK.length : offset,
                    offset + length);
        }
    }

    /** Like the parent's, but without merging the names of this text into the table that all parsers share. */
    @Override
    protected void _releaseBuffers() {
        _textBuffer.releaseBuffers();
    }

    @Override
    public JsonParser skipChildren() throws IOException {
        if (_currToken == JsonToken.START_OBJECT || _currToken == JsonToken.START_ARRAY) {
            _inputPtr = JsonScan.closingBracket(_inputBuffer, _inputPtr, _inputEnd);
            // Fails on a bracket of the other kind, and on a text that ends too early.
            nextToken();
        } else if (_currToken == JsonToken.VALUE_STRING && _tokenIncomplete) {
            int end = JsonScan.stringEnd(_inputBuffer, _inputPtr, _inputEnd);
            if (end < _inputEnd) {
                _inputPtr = end + 1;
                _tokenIncomplete = false;
            }
        }
        return this;
    }

    /** Taken straight from the bytes if, as nearly always, the text has no escapes. */
    @Override
    public String getText() throws IOException {
        if (_currToken != JsonToken.VALUE_STRING || !_tokenIncomplete) {
            return super.getText();
        }
        int end = JsonScan.plainEnd(_inputBuffer, _inputPtr, _inputEnd);
        if (end < 0) {
            return super.getText();
        }
        String text = new String(_inputBuffer, _inputPtr, end - _inputPtr, StandardCharsets.US_ASCII);
        _textBuffer.resetWithString(text);
        _tokenIncomplete = false;
        _inputPtr = end + 1;
        return text;
    }

    /** In bytes. */
    int remaining() {
        return _inputEnd - _inputPtr;
    }

    /** In bytes as written, escapes and all. */
    int stringLength() {
        return JsonScan.stringEnd(_inputBuffer, _inputPtr, _inputEnd) - _inputPtr;
    }

    /** In bytes as written, escapes and all; 0 if there is no next field. */
    int nextNameLength() throws IOException {
        int name = nextName();
        return name < 0 ? 0 : JsonScan.stringEnd(_inputBuffer, name, _inputEnd) - name;
    }

    int start() {
        return _inputPtr - 1;
    }

    int end() {
        return _inputPtr;
    }

    @Override
    public @Nullable String nextFieldName() throws IOException {
        int name = _currToken == JsonToken.FIELD_NAME ? -1 : nextName();
        if (name < 0) {
            return super.nextFieldName();
        }
        WrittenName written = written(name);
        nextFieldName(written);
        return written.getValue();
    }

    /**
     * Moves to the next field that the mask wants, and returns it; null, without having moved to it, at what is not told by its bytes: the
     * end of the object, a name with escapes, and what is malformed, on which {@link #nextFieldName()} fails.
     */
    @Nullable
    Field nextField(Mask wanted) throws IOException {
        if (_tokenIncomplete) {
            _skipString();
        }
        Field found = passUnwanted(wanted);
        if (found != null) {
            nextFieldName(found);
        }
        return found;
    }

    private @Nullable Field passUnwanted(Mask wanted) {
        byte[] text = _inputBuffer;
        int next = _inputPtr;
        while (true) {
            int name = JsonScan.afterSpace(text, next, _inputEnd);
            if (JsonScan.is(',', text, name, _inputEnd)) {
                name = JsonScan.afterSpace(text, name + 1, _inputEnd);
            }
            int nameEnd = JsonScan.is('"', text, name, _inputEnd) ? JsonScan.nameEnd(text, name + 1, _inputEnd) : -1;
            int colon = nameEnd < 0 ? -1 : JsonScan.afterSpace(text, nameEnd + 1, _inputEnd);
            boolean isField = colon >= 0 && JsonScan.is(':', text, colon, _inputEnd);
            Field found = isField ? wanted.find(text, name + 1, nameEnd) : null;
            if (found != null || !isField) {
                // Once the parser has read a field of this object, it expects a comma.
                _inputPtr = _parsingContext.hasCurrentIndex() ? next : name;
                return found;
            }
            next = JsonScan.afterValue(text, JsonScan.afterSpace(text, colon + 1, _inputEnd), _inputEnd);
        }
    }

    private WrittenName written(int name) throws IOException {
        int plainEnd = JsonScan.plainEnd(_inputBuffer, name, _inputEnd);
        if (plainEnd < 0) {
            int end = JsonScan.stringEnd(_inputBuffer, name, _inputEnd);
            return new WrittenName(decoded(name), Arrays.copyOfRange(_inputBuffer, name, end));
        }
        int hash = 0;
        for (int i = name; i < plainEnd; i++) {
            hash = 31 * hash + _inputBuffer[i];
        }
        int place = (hash ^ hash >>> 10) & (NAMES.length() - 1);
        WrittenName known = NAMES.getAcquire(place);
        if (known != null && known.is(_inputBuffer, name, plainEnd)) {
            return known;
        }
        byte[] bytes = Arrays.copyOfRange(_inputBuffer, name, plainEnd);
        WrittenName written = new WrittenName(new String(bytes, StandardCharsets.US_ASCII), bytes);
        if (bytes.length <= LONGEST_KNOWN) {
            NAMES.setRelease(place, written);
        }
        return written;
    }

    /** The offset of the next field's name, after its quote; -1 at the end of the object, and at what is not JSON. */
    private int nextName() throws IOException {
        if (_tokenIncomplete) {
            _skipString();
        }
        int next = JsonScan.afterSpace(_inputBuffer, _inputPtr, _inputEnd);
        if (JsonScan.is(',', _inputBuffer, next, _inputEnd)) {
            next = JsonScan.afterSpace(_inputBuffer, next + 1, _inputEnd);
        }
        return _parsingContext.inObject() && JsonScan.is('"', _inputBuffer, next, _inputEnd) ? next + 1 : -1;
    }

    private String decoded(int name) throws IOException {
        int before = _inputPtr;
        JsonToken token = _currToken;
        _inputPtr = name;
        _currToken = JsonToken.VALUE_STRING;
        _tokenIncomplete = true;
        String text = super.getText();
        _inputPtr = before;
        _currToken = token;
        return text;
    }

    /** A name, and how the text writes it, by which Jackson finds it without its table. */
    private static final class WrittenName extends SerializedString {
        WrittenName(String name, byte[] written) {
            super(name);
            _quotedUTF8Ref = written;
        }

        boolean is(byte[] text, int start, int end) {
            return Arrays.equals(_quotedUTF8Ref, 0, _quotedUTF8Ref.length, text, start, end);
        }
    }
}
