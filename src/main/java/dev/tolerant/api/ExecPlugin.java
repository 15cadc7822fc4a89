package dev.tolerant.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.api.KubeconfigFile.InvalidKubeconfigException;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.OAuthTokenProvider;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Set;

/**
 * A program that a kubeconfig names for the user's credentials, run as kubectl runs it: without a shell, its errors on standard error. See
 * https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
final class ExecPlugin implements OAuthTokenProvider {
    private static final String GROUP = "client.authentication.k8s.io/";
    private static final Set<String> VERSIONS = Set.of(GROUP + "v1", GROUP + "v1beta1");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration UNLESS_SAID = Duration.ofMinutes(10);

    private final ExecConfig exec;
    private final ObjectNode cluster;
    private JsonNode status;
    private Instant until = Instant.MAX;

    /**
     * Runs the program for the first time.
     *
     * @param exec whose command is a name on the PATH, or an absolute path
     * @param cluster for a plugin that asks for it
     * @throws InvalidKubeconfigException if there is no such program, or it gives no credentials
     */
    ExecPlugin(ExecConfig exec, ObjectNode cluster) throws InvalidKubeconfigException {
        this.exec = exec;
        this.cluster = cluster;
        if (exec.getCommand() == null || !VERSIONS.contains(String.valueOf(exec.getApiVersion()))) {
            throw new InvalidKubeconfigException(
                    "the kubeconfig's exec needs a command, and as its apiVersion " + GROUP + "v1 or v1beta1");
        }
        this.status = run();
    }

    /** Empty if the plugin has not given the field. */
    String given(String field) {
        return status.path(field).asText();
    }

    @Override
    public synchronized String getToken() {
        if (Instant.now().isAfter(until)) {
            try {
                status = run();
            } catch (InvalidKubeconfigException failed) {
                throw new KubernetesClientException(failed.getMessage());
            }
        }
        return given("token");
    }

    private JsonNode run() throws InvalidKubeconfigException {
        boolean interactive = isInteractive();
        ProcessBuilder plugin = new ProcessBuilder(exec.getCommand()).redirectError(Redirect.INHERIT);
        plugin.command().addAll(exec.getArgs());
        if (interactive) {
            plugin.redirectInput(Redirect.INHERIT);
        }
        exec.getEnv().forEach(variable -> plugin.environment().put(variable.getName(), variable.getValue()));
        plugin.environment().put("KUBERNETES_EXEC_INFO", question(interactive).toString());
        Process running;
        try {
            running = plugin.start();
        } catch (IOException missing) {
            String hint = String.valueOf(exec.getInstallHint()).strip().replaceAll("\\s+", " ");
            throw failed("cannot be run: " + (exec.getInstallHint() == null ? "install it" : hint));
        }
        try {
            running.getOutputStream().close();
            byte[] answer = running.getInputStream().readAllBytes();
            int code = running.waitFor();
            if (code != 0) {
                throw failed("ends with " + code + ", and says why above: log in as it wants");
            }
            return credentials(JSON.readTree(answer));
        } catch (IOException unreadable) {
            throw failed("answers with something other than JSON: update it");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw failed("has been interrupted: try again");
        } finally {
            running.destroy();
        }
    }

    /** As client-go's package plugin/pkg/client/auth/exec asks it. */
    private ObjectNode question(boolean interactive) {
        ObjectNode question = JSON.createObjectNode().put("kind", "ExecCredential");
        question.put("apiVersion", exec.getApiVersion());
        ObjectNode spec = question.putObject("spec").put("interactive", interactive);
        if (Boolean.TRUE.equals(exec.getProvideClusterInfo())) {
            spec.set("cluster", cluster);
        }
        return question;
    }

    private JsonNode credentials(JsonNode answer) throws InvalidKubeconfigException {
        JsonNode given = answer.path("status");
        boolean hasKey = given.hasNonNull("clientKeyData");
        if (!answer.path("apiVersion").asText().equals(exec.getApiVersion())
                || hasKey != given.hasNonNull("clientCertificateData")
                || !hasKey && given.path("token").asText().isEmpty()) {
            throw failed("gives neither a token nor a certificate with its key as " + exec.getApiVersion()
                    + ": update it, or change the apiVersion");
        }
        try {
            String end = given.path("expirationTimestamp").asText();
            until = end.isEmpty() ? Instant.now().plus(UNLESS_SAID) : Instant.parse(end);
        } catch (DateTimeParseException noTime) {
            throw failed("gives an expirationTimestamp that is no time: update it");
        }
        return given;
    }

    private boolean isInteractive() throws InvalidKubeconfigException {
        String mode = exec.getInteractiveMode() != null || exec.getApiVersion().endsWith("v1")
                ? String.valueOf(exec.getInteractiveMode())
                : "IfAvailable";
        return switch (mode) {
            case "Never" -> false;
            case "IfAvailable" -> isStandardInputATerminal();
            case "Always" -> {
                if (!isStandardInputATerminal()) {
                    throw failed("needs a terminal as standard input: log in there first");
                }
                yield true;
            }
            default -> throw failed("needs as its interactiveMode Never, IfAvailable or Always");
        };
    }

    /** Asks the system, since Java's console is none as soon as the output is redirected; false where there is no such question. */
    private static boolean isStandardInputATerminal() {
        try {
            return new ProcessBuilder("test", "-t", "0")
                            .redirectInput(Redirect.INHERIT)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException unknown) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private InvalidKubeconfigException failed(String why) {
        return new InvalidKubeconfigException("the kubeconfig's exec plugin " + exec.getCommand() + " " + why);
    }
}
