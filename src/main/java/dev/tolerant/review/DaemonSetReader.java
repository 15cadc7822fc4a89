package dev.tolerant.review;

import dev.tolerant.json.FieldNames;
import dev.tolerant.json.JsonCursor;
import dev.tolerant.json.JsonCursor.Span;
import dev.tolerant.json.UnexpectedJsonException;
import dev.tolerant.review.PodReader.PodRead;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the template of a DaemonSet, and where it stands, by which a change of it is seen. */
final class DaemonSetReader {
    private static final FieldNames DAEMON_SET = FieldNames.of("spec");
    private static final FieldNames SPEC = FieldNames.of("template");

    private DaemonSetReader() {}

    /** A template as it was read, and its place in the bytes. */
    record TemplateRead(PodRead pod, Span span) {}

    /** Reads the DaemonSet here; null if there is null instead. */
    static @Nullable TemplateRead read(JsonCursor json, String path) throws IOException, UnexpectedJsonException {
        if (!json.enterObject(path)) {
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
            PodRead pod = PodReader.readTemplate(json);
            template = pod == null ? null : new TemplateRead(pod, new Span(start, json.end()));
        }
        return template;
    }
}
