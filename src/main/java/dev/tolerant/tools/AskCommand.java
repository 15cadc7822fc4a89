package dev.tolerant.tools;

import dev.tolerant.certificate.Pem;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks a running webhook for its health or to decide a review, as {@code helm test} does. */
@Command(
        name = "ask",
        hidden = true,
        description = "Asks a running webhook for its health, or to decide a review, and prints its answer.",
        exitCodeList = {"0:it is well, or admits the pod", "1:it refuses the pod", "2:it does not answer as it should"},
        footer = {"", "Example:", "  tolerant ask http://localhost:9000/q/health/ready"})
final class AskCommand extends ToolCommand {
    private static final int PATIENCE_MILLIS = 10_000;

    @Parameters(paramLabel = "URL", description = "What is read, or where the review is posted.")
    private URL url;

    @Option(names = "--review", paramLabel = "JSON", description = "An AdmissionReview.")
    private @Nullable String review;

    @Option(
            names = "--ca",
            paramLabel = "PEM",
            description = "The authorities of which one must have issued the webhook's certificate; Java's by default.")
    private @Nullable String authorities;

    @Override
    ExitCode run(Messages messages) throws InputException {
        String answer;
        try {
            answer = answer();
        } catch (IOException | GeneralSecurityException failure) {
            throw new InputException(url + " does not answer as it should: " + failure.getMessage());
        }
        out().println(answer);
        return review == null || answer.contains("\"allowed\":true") ? ExitCode.FINE : ExitCode.FOUND;
    }

    private String answer() throws IOException, GeneralSecurityException {
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        if (connection instanceof HttpsURLConnection secure && authorities != null) {
            secure.setSSLSocketFactory(trusting(authorities));
        }
        if (review != null) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            connection.getOutputStream().write(review.getBytes(StandardCharsets.UTF_8));
        }
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static SSLSocketFactory trusting(String authorities) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        for (X509Certificate authority : Pem.certificates(authorities)) {
            trusted.setCertificateEntry("authority-" + trusted.size(), authority);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls.getSocketFactory();
    }
}
