package dev.tolerant.engine.review;

import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.Toleration.Operator;
import dev.tolerant.engine.model.TolerationSeconds;
import java.io.IOException;

/** Reads one toleration of a pod. */
final class TolerationReader {
    private static final String PATH = "spec.tolerations[]";
    private static final FieldNames TOLERATION =
            FieldNames.of("key", "operator", "value", "effect", "tolerationSeconds");

    private TolerationReader() {}

    static Toleration read(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject(PATH)) {
            throw json.wrongType(PATH, "an object");
        }
        String key = "";
        String value = "";
        Operator operator = Operator.OMITTED;
        Effect effect = Effect.ANY;
        TolerationSeconds seconds = TolerationSeconds.NEVER;
        for (String field = json.nextField(TOLERATION); field != null; field = json.nextField(TOLERATION)) {
            switch (field) {
                case "key" -> key = json.text(PATH + ".key");
                case "operator" -> operator = Operator.of(json.text(PATH + ".operator"));
                case "value" -> value = json.text(PATH + ".value");
                case "effect" -> effect = Effect.of(json.text(PATH + ".effect"));
                case "tolerationSeconds" -> seconds = seconds(json);
            }
        }
        return new Toleration(key, operator, value, effect, seconds);
    }

    private static TolerationSeconds seconds(JsonCursor json) throws IOException, UnexpectedJsonException {
        Long seconds = json.integer(PATH + ".tolerationSeconds");
        return seconds == null ? TolerationSeconds.NEVER : TolerationSeconds.of(seconds);
    }
}
