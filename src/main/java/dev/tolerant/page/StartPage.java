package dev.tolerant.page;

import dev.tolerant.cluster.CurrentSnapshot;
import dev.tolerant.core.policy.Snapshot;
import dev.tolerant.crd.PolicyText;
import dev.tolerant.settings.SettingsText;
import dev.tolerant.settings.TolerantConfig;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** The page as it is first seen, with the policies and the settings that the program runs with. */
@Singleton
class StartPage {
    private final TolerantConfig.Policies source;
    private final Config config;
    private final CurrentSnapshot inForce;
    private final List<Sample> samples = Sample.all();
    private final List<Sample> library = Sample.library();

    StartPage(TolerantConfig tolerant, Config config, CurrentSnapshot inForce) {
        this.source = tolerant.policies();
        this.config = config;
        this.inForce = inForce;
    }

    /** The template, whose parameters the build checks. */
    @CheckedTemplate(basePath = "")
    static final class Templates {
        private Templates() {}

        static native TemplateInstance playground(
                List<Sample> samples,
                List<Sample> library,
                String policies,
                boolean editable,
                int policiesInForce,
                int namespacesInForce,
                String settings);
    }

    String html() {
        Snapshot snapshot = inForce.current();
        int policies = snapshot.policies().policies().size();
        String text = directory();
        boolean editable = !text.isEmpty() || policies == 0;
        return Templates.playground(
                        samples,
                        library,
                        text.isEmpty() ? Asset.of("policies.yaml").text() : text,
                        editable,
                        policies,
                        snapshot.namespaces().size(),
                        SettingsText.write(config))
                .render();
    }

    /** Policies of a directory can be shown as they are written; of a cluster's the program keeps only the compiled form. */
    private String directory() {
        if (source.source() == TolerantConfig.Source.CLUSTER
                || source.directory().isEmpty()) {
            return "";
        }
        try {
            return PolicyText.of(Path.of(source.directory().get()));
        } catch (IOException gone) {
            return "";
        }
    }
}
