package dev.tolerant.settings;

import dev.tolerant.engine.model.LabelSyntax;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import org.eclipse.microprofile.config.spi.Converter;

/** Reads a setting that is a taint, {@code key[=value]:Effect}, as {@code kubectl taint} takes it. */
public class TaintConverter implements Converter<Taint> {
    private static final long serialVersionUID = 1;

    @Override
    public Taint convert(String text) {
        String trimmed = text.trim();
        int colon = trimmed.lastIndexOf(':');
        int equals = trimmed.indexOf('=');
        if (colon < 0 || equals > colon) {
            throw refusal(trimmed);
        }
        String key = trimmed.substring(0, equals < 0 ? colon : equals);
        String value = equals < 0 ? "" : trimmed.substring(equals + 1, colon);
        Effect effect = Effect.of(trimmed.substring(colon + 1));
        boolean fits = LabelSyntax.isName(key) && LabelSyntax.isValue(value);
        if (!fits || effect == Effect.ANY || effect == Effect.UNKNOWN) {
            throw refusal(trimmed);
        }
        return new Taint(key, value, effect);
    }

    private static IllegalArgumentException refusal(String text) {
        return new IllegalArgumentException("'" + text
                + "' is not a taint: write key[=value]:Effect, with NoSchedule, PreferNoSchedule or NoExecute");
    }
}
