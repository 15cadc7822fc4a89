package dev.tolerant.settings;

import dev.tolerant.engine.toleration.LabelSyntax;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.spi.Converter;

/** Reads a setting's key that is a kind of controllers, {@code group/Kind}, or {@code Kind} in the core group. */
public class ControllerKindConverter implements Converter<String> {
    private static final long serialVersionUID = 1;
    private static final Pattern KIND = Pattern.compile("[A-Z][A-Za-z0-9]*");

    @Override
    public String convert(String text) {
        int slash = text.indexOf('/');
        if (!LabelSyntax.isName(text)
                || !KIND.matcher(text.substring(slash + 1)).matches()) {
            throw new IllegalArgumentException("tolerant.controllers.\"" + text
                    + "\" does not name a kind of controllers: write group/Kind without a version, as in"
                    + " tolerant.controllers.\"apps.kruise.io/CloneSet\"");
        }
        return text;
    }
}
