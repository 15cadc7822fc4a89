package dev.tolerant.engine.review;

import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.JsonCursor.Span;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.review.PodReader.PodRead;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the template of a DaemonSet and its place in the bytes, where a change of it shows. */
final class DaemonSetReader {
    private static final FieldNames DAEMON_SET = FieldNames.of("spec");
    private static final FieldNames SPEC = FieldNames.of("template");

    private DaemonSetReader() {}

    /** A template as it was read, and its place in the bytes. */
    record TemplateRead(PodRead pod, Span span) {}

    /** Reads the DaemonSet here; null if the value is null. */
    static @Nullable TemplateRead read(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject("")) {
            return null;
        }
        TemplateRead template = null;
        while (json.nextField(DAEMON_SET) != null) {
            if (json.enterObject("spec")) {
                template = readSpec(json);
            }
        }
        if (template == null) {
            throw new UnexpectedJsonException("spec.template", "is missing");
        }
        return template;
    }

    private static @Nullable TemplateRead readSpec(JsonCursor json) throws IOException, UnexpectedJsonException {
        TemplateRead template = null;
        while (json.nextField(SPEC) != null) {
            int start = json.start();
            PodRead pod = readTemplate(json);
            template = pod == null ? null : new TemplateRead(pod, new Span(start, json.end()));
        }
        return template;
    }

    private static @Nullable PodRead readTemplate(JsonCursor json) throws IOException, UnexpectedJsonException {
        try {
            return PodReader.readTemplate(json);
        } catch (UnexpectedJsonException inTemplate) {
            throw inTemplate.below("spec.template");
        }
    }
}
