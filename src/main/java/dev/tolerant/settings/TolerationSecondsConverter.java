package dev.tolerant.settings;

import dev.tolerant.engine.model.TolerationSeconds;
import org.eclipse.microprofile.config.spi.Converter;

/** Reads a setting that is a whole number of seconds or {@code never}. */
public class TolerationSecondsConverter implements Converter<TolerationSeconds> {
    private static final long serialVersionUID = 1;

    @Override
    public TolerationSeconds convert(String text) {
        return TolerationSeconds.parse(text.trim());
    }
}
