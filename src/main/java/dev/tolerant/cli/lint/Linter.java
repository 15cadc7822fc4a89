package dev.tolerant.cli.lint;

import dev.tolerant.core.policy.HalfDedicated;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.crd.NamespaceObject;
import dev.tolerant.crd.PolicyCompiler.Compiled;
import dev.tolerant.crd.PolicyObject;
import dev.tolerant.explain.InvalidManifestException;
import dev.tolerant.explain.Manifest;
import dev.tolerant.explain.PodTemplate;
import dev.tolerant.manifest.ManifestFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Looks at the objects of many files, one after the other. */
public final class Linter {
    private final TolerationRules rules;
    private final List<CheckedObject> objects = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    public Linter(TolerationRules rules) {
        this.rules = rules;
    }

    /** A file that cannot be read. */
    public void checkUnreadable(String file, String why) {
        CheckedObject whole = CheckedObject.wholeFile(file);
        objects.add(whole);
        findings.add(new Finding(whole, "", LintCode.UNREADABLE, why));
    }

    /** One object of a file; kinds that have to do with neither tolerations nor policies are passed over. */
    public void check(String file, ManifestFile.Manifest read) {
        CheckedObject object = CheckedObject.of(file, read);
        try {
            check(object, Manifest.of(file, read));
        } catch (InvalidManifestException invalid) {
            objects.add(object);
            String sentence = String.valueOf(invalid.getMessage());
            String place = object.place() + ": ";
            findings.add(new Finding(
                    object,
                    "",
                    LintCode.UNREADABLE,
                    sentence.startsWith(place) ? sentence.substring(place.length()) : sentence));
        }
    }

    private void check(CheckedObject object, Manifest manifest) throws InvalidManifestException {
        if (manifest.hasPods()) {
            PodTemplate template = PodTemplate.of(manifest);
            List<Toleration> tolerations = template.tolerations();
            objects.add(object);
            findings.addAll(
                    new TolerationCheck(object, template.path() + "spec.tolerations", rules, template.isOfDaemonSet())
                            .findings(tolerations));
        } else if (manifest.type().equals(PolicyObject.TYPE)) {
            checkName(object, manifest);
            checkPolicy(object, PolicyObject.compile(manifest.object(), rules));
        } else if (manifest.type().equals(NamespaceObject.TYPE)) {
            checkName(object, manifest);
            NamespaceObject.problems(manifest.object(), rules)
                    .forEach(problem ->
                            findings.add(new Finding(object, "metadata", LintCode.INVALID_NAMESPACE, problem)));
        }
    }

    private void checkName(CheckedObject object, Manifest manifest) {
        objects.add(object);
        if (!seen.add(manifest.type() + "/" + manifest.name())) {
            findings.add(new Finding(
                    object,
                    "metadata.name",
                    LintCode.DUPLICATE_OBJECT,
                    manifest.kind() + " " + manifest.name() + " is there already; the first one counts"));
        }
    }

    private void checkPolicy(CheckedObject object, Compiled compiled) {
        for (String error : compiled.errors()) {
            int space = error.indexOf(' ');
            boolean named = error.startsWith("spec") && space > 0;
            findings.add(new Finding(
                    object,
                    named ? error.substring(0, space) : "",
                    LintCode.INVALID_POLICY,
                    named ? error.substring(space + 1) : error));
        }
        Policy policy = compiled.policy();
        if (policy == null) {
            return;
        }
        findings.addAll(new TolerationCheck(object, "spec.tolerations", rules, false).findings(policy.tolerations()));
        HalfDedicated.of(policy)
                .ifPresent(missing -> findings.add(new Finding(object, "spec", LintCode.HALF_DEDICATED, missing)));
    }

    /** What was looked at, and what was found. */
    public LintReport report() {
        return new LintReport(List.copyOf(objects), List.copyOf(findings));
    }
}
