package dev.tolerant.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the API server answered.
 *
 * @param warnings the texts of its Warning headers
 */
record ApiAnswer(int status, JsonNode body, List<String> warnings) {
    private static final Pattern WARNING = Pattern.compile("299 \\S+ \"((?:[^\"\\\\]|\\\\.)*)\"");

    /** What the API server says before a ValidatingAdmissionPolicy's message. */
    static final String DENIED = " denied request: ";

    static List<String> texts(List<String> headers) {
        List<String> texts = new ArrayList<>();
        for (String header : headers) {
            Matcher warning = WARNING.matcher(header);
            while (warning.find()) {
                texts.add(warning.group(1).replaceAll("\\\\(.)", "$1"));
            }
        }
        return List.copyOf(texts);
    }

    boolean succeeded() {
        return status >= 200 && status < 300;
    }

    /** The object; fails if the answer is an error. */
    JsonNode object() {
        if (!succeeded()) {
            throw new AssertionError("the API server answered " + status + ": " + body);
        }
        return body;
    }

    /** The tolerations of the pod or of the pod template. */
    JsonNode tolerations() {
        return podSpec().path("tolerations");
    }

    /** The spec of the pod or of the pod template. */
    JsonNode podSpec() {
        JsonNode spec = object().path("spec");
        return spec.has("template") ? spec.path("template").path("spec") : spec;
    }

    /** A refusal as kubectl prints it. */
    String kubectl() {
        return "Error from server (" + body.path("reason").asText() + "): "
                + body.path("message").asText();
    }
}
