package dev.tolerant.settings;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import org.jspecify.annotations.Nullable;

/** Lets the management port take larger bodies if it serves the playground; a limit that someone has set stays. */
public final class ManagementBodyLimit implements ConfigSourceInterceptor {
    private static final long serialVersionUID = 1L;
    private static final String LIMIT = "quarkus.management.limits.max-body-size";
    private static final String WITH_PAGE = "1M";
    /** The ordinal of the properties in the program's jar. */
    private static final int BUNDLED = 250;

    @Override
    public @Nullable ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
        ConfigValue value = context.proceed(name);
        if (value == null || !name.equals(LIMIT) || value.getConfigSourceOrdinal() > BUNDLED) {
            return value;
        }
        ConfigValue page = context.proceed("tolerant.page.enabled");
        return page != null && "true".equals(page.getValue()) ? value.withValue(WITH_PAGE) : value;
    }
}
