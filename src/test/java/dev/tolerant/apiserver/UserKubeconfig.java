package dev.tolerant.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A kubeconfig file for one user of one cluster. */
final class UserKubeconfig {
    private UserKubeconfig() {}

    static Path write(Path file, String server, String caBundle, User user) {
        String text = """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters:
                - name: test
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                users:
                - name: %s
                  user:
                    token: %s
                contexts:
                - name: test
                  context:
                    cluster: test
                    user: %s
                """.formatted(server, caBundle, user.name(), user.token(), user.name());
        try {
            return Files.writeString(file, text);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
