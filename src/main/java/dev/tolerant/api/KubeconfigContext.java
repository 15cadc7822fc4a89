package dev.tolerant.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.api.KubeconfigFile.InvalidKubeconfigException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.ConfigBuilder;
import io.fabric8.kubernetes.api.model.ExecConfigBuilder;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedAuthInfoBuilder;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.internal.CertUtils;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.fabric8.kubernetes.client.utils.Utils;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A context of kubeconfigs: a cluster, and as whom to ask it. Of what kubectl reads here the library reads a part; the
 * rest is obeyed or refused by name, as the test of this class has it for each field. The meaning of each is in
 * Kubernetes' repository client-go, tools/clientcmd.
 *
 * @param user who has neither a name nor credentials if the context names none
 */
public record KubeconfigContext(NamedContext context, NamedCluster cluster, NamedAuthInfo user) {
    /** The property of a configuration that has the name for which the API server's certificate must be, if it is not the host's. */
    public static final String TLS_SERVER_NAME = "tls-server-name";

    /**
     * Of these files together the first counts that has the name.
     *
     * @param wanted null for the current one
     * @throws InvalidKubeconfigException if there is none, or no such cluster or user
     */
    public static KubeconfigContext of(@Nullable String wanted, List<Config> files) throws InvalidKubeconfigException {
        String name = wanted != null
                ? wanted
                : files.stream()
                        .map(Config::getCurrentContext)
                        .filter(Utils::isNotNullOrEmpty)
                        .findFirst()
                        .orElse("");
        NamedContext context =
                find(files, Config::getContexts, each -> name.equals(each.getName()) && each.getContext() != null);
        if (context == null) {
            String known = all(files, Config::getContexts)
                    .map(NamedContext::getName)
                    .sorted()
                    .distinct()
                    .collect(Collectors.joining(", "));
            throw new InvalidKubeconfigException(
                    "the kubeconfig has no " + (name.isEmpty() ? "current context" : "context " + name)
                            + ": name one, as by kubectl's --context" + (known.isEmpty() ? "" : " (" + known + ")"));
        }
        String clusterName = context.getContext().getCluster();
        NamedCluster cluster = find(
                files,
                Config::getClusters,
                each -> Objects.equals(clusterName, each.getName()) && each.getCluster() != null);
        String userName = context.getContext().getUser();
        NamedAuthInfo user = Utils.isNullOrEmpty(userName)
                ? new NamedAuthInfo("", new AuthInfo())
                : find(files, Config::getUsers, each -> userName.equals(each.getName()) && each.getUser() != null);
        if (cluster == null || user == null) {
            throw new InvalidKubeconfigException("the kubeconfig has no "
                    + (cluster == null ? "cluster " + clusterName : "user " + userName) + ", which its context " + name
                    + " names: correct one of them");
        }
        return new KubeconfigContext(context, cluster, user);
    }

    private static <T> @Nullable T find(List<Config> files, Function<Config, List<T>> list, Predicate<T> wanted) {
        return all(files, list).filter(wanted).findFirst().orElse(null);
    }

    private static <T> Stream<T> all(List<Config> files, Function<Config, List<T>> list) {
        return files.stream().map(list).filter(Objects::nonNull).flatMap(List::stream);
    }

    /**
     * By the context, and by what the environment says.
     *
     * @throws InvalidKubeconfigException if the context has something that cannot be obeyed, or its exec plugin gives no credentials
     */
    public io.fabric8.kubernetes.client.Config clientConfig() throws InvalidKubeconfigException {
        AuthInfo who = user.getUser();
        requireUsable(who);
        io.fabric8.kubernetes.client.Config config = io.fabric8.kubernetes.client.Config.empty();
        // Without exec, which the library would run by a shell, and ask without credentials if it failed.
        KubeConfigUtils.merge(
                config,
                context.getName(),
                new ConfigBuilder()
                        .withContexts(context)
                        .withClusters(cluster)
                        .withUsers(new NamedAuthInfoBuilder(user)
                                .editUser()
                                .withExec(null)
                                .endUser()
                                .build())
                        .build());
        impersonate(config, who);
        if (Utils.isNotNullOrEmpty(who.getTokenFile())) {
            readTokenFile(config, who);
        } else if (who.getExec() != null && !isKnown(config)) {
            run(config, who);
        }
        io.fabric8.kubernetes.client.Config.configFromSysPropsOrEnvVars(config);
        requireAddress(config);
        putProxy(config);
        if (config.getClientKeyData() != null || config.getClientKeyFile() != null) {
            ClientKey key = ClientKey.of(config);
            config.setClientKeyData(Base64.getEncoder().encodeToString(key.pem().getBytes(StandardCharsets.US_ASCII)));
            config.setClientKeyAlgo(key.algorithm());
        }
        if (Utils.isNotNullOrEmpty(cluster.getCluster().getTlsServerName())) {
            config.setAdditionalProperty(TLS_SERVER_NAME, cluster.getCluster().getTlsServerName());
        }
        return config;
    }

    /** Fails on what kubectl refuses, and on what it obeys and the library does not. */
    private void requireUsable(AuthInfo who) throws InvalidKubeconfigException {
        if (Utils.isNullOrEmpty(cluster.getCluster().getServer())) {
            throw invalid("cluster " + cluster.getName() + " has no server: write https://HOST:PORT");
        }
        boolean asSomebody = Utils.isNotNullOrEmpty(who.getAsUid())
                || !who.getAsGroups().isEmpty()
                || !who.getAsUserExtra().isEmpty();
        if (asSomebody && Utils.isNullOrEmpty(who.getAs())) {
            throw invalid("user " + user.getName()
                    + " has as-uid, as-groups or as-user-extra without as: name whom to act as");
        }
        if (Utils.isNotNullOrEmpty(who.getToken()) && Utils.isNotNullOrEmpty(who.getUsername())) {
            throw invalid("user " + user.getName() + " has both a token and a username: leave one of them out");
        }
        if (who.getAuthProvider() != null
                && !"oidc".equals(who.getAuthProvider().getName())) {
            throw invalid("auth-provider " + who.getAuthProvider().getName()
                    + " is not supported: use an exec plugin, or a token");
        }
    }

    private static void impersonate(io.fabric8.kubernetes.client.Config config, AuthInfo who) {
        if (Utils.isNullOrEmpty(who.getAs())) {
            return;
        }
        config.setImpersonateUsername(who.getAs());
        config.setImpersonateGroups(who.getAsGroups().toArray(String[]::new));
        Map<String, List<String>> extra = new LinkedHashMap<>();
        // Keys are escaped as those of URLs, see client-go's transport/round_trippers.go.
        who.getAsUserExtra()
                .forEach((key, values) ->
                        extra.put(URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20"), values));
        config.setImpersonateExtras(extra);
        if (Utils.isNotNullOrEmpty(who.getAsUid())) {
            // The library has no setting for it.
            config.setCustomHeaders(Map.of("Impersonate-Uid", who.getAsUid()));
        }
    }

    /** True where there are credentials already, with which kubectl does not run a plugin. */
    private static boolean isKnown(io.fabric8.kubernetes.client.Config config) {
        return Stream.of(
                        config.getAutoOAuthToken(),
                        config.getUsername(),
                        config.getClientCertData(),
                        config.getClientCertFile())
                .anyMatch(Utils::isNotNullOrEmpty);
    }

    /** The file is read for each request, as its token may change; while it cannot be read, the last one counts. */
    private void readTokenFile(io.fabric8.kubernetes.client.Config config, AuthInfo who)
            throws InvalidKubeconfigException {
        Path file = beside(config, who.getTokenFile());
        String first = token(file, Objects.requireNonNullElse(who.getToken(), ""));
        if (first.isEmpty()) {
            throw invalid("tokenFile " + file + " has no token that can be read: check the path");
        }
        config.setOauthTokenProvider(() -> token(file, first));
    }

    private static String token(Path file, String otherwise) {
        try {
            String token = Files.readString(file).strip();
            return token.isEmpty() ? otherwise : token;
        } catch (IOException unreadable) {
            return otherwise;
        }
    }

    /** A relative path is relative to the file that has the user. */
    private static Path beside(io.fabric8.kubernetes.client.Config config, String path) {
        File file = KubeConfigUtils.getFileWithNamedAuthInfo(config.getCurrentContext());
        return file == null
                ? Path.of(path)
                : file.getAbsoluteFile().toPath().resolveSibling(path).normalize();
    }

    private void run(io.fabric8.kubernetes.client.Config config, AuthInfo who) throws InvalidKubeconfigException {
        ExecConfigBuilder exec = new ExecConfigBuilder(who.getExec());
        if (exec.getCommand() != null && exec.getCommand().contains(File.separator)) {
            exec.withCommand(beside(config, exec.getCommand()).toString());
        }
        ExecPlugin plugin = new ExecPlugin(exec.build(), described(config));
        config.setOauthTokenProvider(plugin);
        if (!plugin.given("clientKeyData").isEmpty()) {
            config.setClientCertData(plugin.given("clientCertificateData"));
            config.setClientKeyData(plugin.given("clientKeyData"));
        }
    }

    /** As plugins know it: the type Cluster of client-go's pkg/apis/clientauthentication/v1. */
    private ObjectNode described(io.fabric8.kubernetes.client.Config config) throws InvalidKubeconfigException {
        Cluster of = cluster.getCluster();
        ObjectNode described = new ObjectMapper().valueToTree(of);
        described.remove(List.of("certificate-authority", "extensions"));
        try {
            if (config.getCaCertData() != null || config.getCaCertFile() != null) {
                described.put(
                        "certificate-authority-data",
                        CertUtils.getInputStreamFromDataOrFile(config.getCaCertData(), config.getCaCertFile())
                                .readAllBytes());
            }
        } catch (IOException unreadable) {
            throw invalid("certificate-authority " + config.getCaCertFile() + " cannot be read: check the path");
        }
        of.getExtensions().stream()
                .filter(extension -> "client.authentication.k8s.io/exec".equals(extension.getName()))
                .forEach(extension -> described.putPOJO("config", extension.getExtension()));
        described.properties().removeIf(field -> field.getValue().isNull());
        return described;
    }

    /** All requests go by a proxy-url, whatever the environment says of proxies. */
    private void putProxy(io.fabric8.kubernetes.client.Config config) throws InvalidKubeconfigException {
        String text = cluster.getCluster().getProxyUrl();
        if (Utils.isNullOrEmpty(text)) {
            return;
        }
        try {
            URI proxy = new URI(text);
            // Its password must not get into a log.
            if (proxy.getUserInfo() != null) {
                throw invalid("proxy-url is not supported with a user: write http://HOST:PORT");
            }
            if (!"http".equals(proxy.getScheme()) || proxy.getHost() == null) {
                throw invalid("proxy-url " + text + " is not supported: write http://HOST:PORT, without a user");
            }
            String address = "http://" + proxy.getHost() + ":" + (proxy.getPort() < 0 ? 80 : proxy.getPort());
            config.setHttpProxy(address);
            config.setHttpsProxy(address);
            config.setNoProxy(new String[0]);
        } catch (URISyntaxException none) {
            throw invalid("proxy-url is not an address: write http://HOST:PORT");
        }
    }

    /** Fails unless the server's address is one. */
    public static void requireAddress(io.fabric8.kubernetes.client.Config config) throws InvalidKubeconfigException {
        try {
            var ignoredBecauseItIsOne = new URI(config.getMasterUrl());
        } catch (URISyntaxException none) {
            throw new InvalidKubeconfigException(
                    "the kubeconfig's server " + config.getMasterUrl() + " is not an address: write https://HOST:PORT");
        }
    }

    private static InvalidKubeconfigException invalid(String what) {
        return new InvalidKubeconfigException("the kubeconfig's " + what);
    }

    /**
     * The private key of a client's certificate: a PEM block, and its algorithm, which the library cannot find out for PKCS#8.
     *
     * @param algorithm RSA or EC
     */
    record ClientKey(String pem, String algorithm) {
        // As client-go, which passes over blocks before it, such as openssl's EC PARAMETERS.
        private static final Pattern BLOCK = Pattern.compile(
                "-----BEGIN ([A-Z0-9 ]*)PRIVATE KEY-----(.*?)-----END \\1PRIVATE KEY-----", Pattern.DOTALL);
        private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

        static ClientKey of(io.fabric8.kubernetes.client.Config config) throws InvalidKubeconfigException {
            String name =
                    config.getClientKeyData() != null ? "client-key-data" : "client-key " + config.getClientKeyFile();
            try {
                String text = new String(
                        CertUtils.getInputStreamFromDataOrFile(config.getClientKeyData(), config.getClientKeyFile())
                                .readAllBytes(),
                        StandardCharsets.US_ASCII);
                Matcher block = BLOCK.matcher(text);
                if (!block.find()) {
                    throw unusable(name, "is no private key");
                }
                String type = block.group(1).strip();
                return new ClientKey(
                        block.group(), type.isEmpty() ? algorithm(block.group(2), name) : known(type, name));
            } catch (IOException unreadable) {
                throw invalid(name + " cannot be read: check the path");
            }
        }

        private static String algorithm(String base64, String name) throws InvalidKubeconfigException {
            for (String each : ALGORITHMS) {
                try {
                    KeyFactory.getInstance(each)
                            .generatePrivate(new PKCS8EncodedKeySpec(
                                    Base64.getMimeDecoder().decode(base64)));
                    return known(each, name);
                } catch (GeneralSecurityException | IllegalArgumentException another) {
                    // The next one may fit.
                }
            }
            throw unusable(name, "is damaged or of an unknown algorithm");
        }

        private static String known(String algorithm, String name) throws InvalidKubeconfigException {
            if (!ALGORITHMS.subList(0, 2).contains(algorithm)) {
                throw unusable(name, "is of the kind " + algorithm + ", which is not supported");
            }
            return algorithm;
        }

        private static InvalidKubeconfigException unusable(String name, String why) {
            return invalid(name + " " + why + ": give an RSA or EC key in PEM, not encrypted");
        }
    }
}
