package dev.tolerant.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.io.InputDecorator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * YAML that begins with a brace, as in {@code {apiVersion: v1}}, made JSON: the client library takes it for JSON. The library
 * reads kubeconfigs by itself, and again when a token has expired, so this has to be inside its own mapper.
 */
final class FlowStyle extends InputDecorator {
    private static final long serialVersionUID = 1L;
    private static final ObjectMapper JSON = new ObjectMapper();
    /** What makes the library take a text for YAML. */
    private static final byte[] DOCUMENT = "---\n".getBytes(StandardCharsets.UTF_8);

    private FlowStyle() {}

    /** Has the library read it from now on. */
    @SuppressWarnings("deprecation") // No other way leads to the mapper of KubeConfigUtils.
    static void accept() {
        Serialization.jsonMapper().getFactory().setInputDecorator(new FlowStyle());
    }

    @Override
    public InputStream decorate(IOContext context, InputStream in) throws IOException {
        byte[] text = in.readAllBytes();
        return new ByteArrayInputStream(isJson(text) ? text : json(text));
    }

    private static boolean isJson(byte[] text) throws IOException {
        try {
            return JSON.readTree(text) != null;
        } catch (JsonProcessingException other) {
            return false;
        }
    }

    /** The text itself if it is not YAML either. */
    private static byte[] json(byte[] text) throws IOException {
        try (InputStream yaml =
                new SequenceInputStream(new ByteArrayInputStream(DOCUMENT), new ByteArrayInputStream(text))) {
            return JSON.writeValueAsBytes(Serialization.unmarshal(yaml, Map.class));
        } catch (RuntimeException neither) {
            return text;
        }
    }

    /** Nothing: null stands for the bytes as they are. */
    @Override
    public @Nullable InputStream decorate(IOContext context, byte[] text, int from, int length) {
        return null;
    }

    @Override
    public Reader decorate(IOContext context, Reader in) {
        return in;
    }
}
