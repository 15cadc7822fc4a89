package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyCompiler.Compiled;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.TolerationRules;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that the API refuses in a policy: what does not fit the schema, and what the rest of the policy breaks of the rules.
 *
 * @param policy null if there are problems
 */
record PolicyCheck(@Nullable Policy policy, List<Problem> problems) {
    private static final int MAX_NAME = 253;
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    static PolicyCheck of(ObjectNode object, TolerationRules rules) {
        List<Problem> misfits = PolicySchema.problems(object);
        ObjectNode fitting = object.deepCopy();
        misfits.forEach(misfit -> remove(fitting, misfit.path()));
        Compiled compiled = PolicyReader.read(fitting, rules);
        List<Problem> problems = new ArrayList<>(name(object));
        Stream.concat(
                        misfits.stream().map(misfit -> said(misfit, compiled)),
                        compiled.errors().stream().filter(error -> isNews(error, misfits)))
                .forEach(problems::add);
        return new PolicyCheck(problems.isEmpty() ? compiled.policy() : null, List.copyOf(problems));
    }

    /** What is missing, in the words of the compiler, which knows what could be written there. */
    private static Problem said(Problem misfit, Compiled compiled) {
        return compiled.errors().stream()
                .filter(error -> misfit.message().equals(PolicySchema.REQUIRED)
                        && error.path().equals(misfit.path()))
                .findFirst()
                .orElse(misfit);
    }

    private static List<Problem> name(ObjectNode object) {
        String name = object.path("metadata").path("name").asText();
        return name.length() <= MAX_NAME && NAME.matcher(name).matches()
                ? List.of()
                : List.of(Problem.of(
                        "metadata.name",
                        "must be a DNS name of at most " + MAX_NAME
                                + " characters: lower-case letters, digits, - and ., with a letter or digit at both ends"
                                + " and around each ."));
    }

    /** The field is removed as a whole, so that no other item of a list changes its place. */
    private static void remove(ObjectNode object, String path) {
        JsonNode parent = object;
        String[] fields = path.split("\\.");
        for (int i = 0; i < fields.length; i++) {
            boolean isItem = fields[i].contains("[");
            String field = isItem ? fields[i].substring(0, fields[i].indexOf('[')) : fields[i];
            if (parent instanceof ObjectNode owner && (isItem || i == fields.length - 1)) {
                owner.remove(field);
                return;
            }
            parent = parent.path(field);
        }
    }

    /** Whether the error is not about a field that has been removed, or about what holds it. */
    private static boolean isNews(Problem error, List<Problem> misfits) {
        return misfits.stream()
                .noneMatch(misfit ->
                        misfit.path().startsWith(error.path()) || error.path().startsWith(misfit.path()));
    }
}
