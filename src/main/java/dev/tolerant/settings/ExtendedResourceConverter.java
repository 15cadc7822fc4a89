package dev.tolerant.settings;

import dev.tolerant.engine.model.Resources.ResourceNames;
import org.eclipse.microprofile.config.spi.Converter;

/** Reads the name of an extended resource, or a prefix of such names that ends in {@code *}. */
public class ExtendedResourceConverter implements Converter<String> {
    private static final long serialVersionUID = 1;

    @Override
    public String convert(String text) {
        String name = text.trim();
        if (!ResourceNames.namesExtended(name)) {
            throw new IllegalArgumentException("in tolerant.rules.extended-resources, '" + name
                    + "' names no extended resource, so that it would do nothing: write a name with a domain that is not"
                    + " Kubernetes' own, such as nvidia.com/gpu, or nvidia.com/mig-* for all that begin so");
        }
        return name;
    }
}
