package dev.tolerant.cli;

import dev.tolerant.explain.InvalidManifestException;
import dev.tolerant.explain.Manifest;
import dev.tolerant.manifest.ManifestFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of manifests, or standard input.
 *
 * @param name as messages call it
 * @param isJson whether it is JSON, one document behind the other; YAML otherwise
 */
record InputFile(String name, String text, boolean isJson) {

    static InputFile of(String name, String text) {
        return new InputFile(name, text, JsonDocuments.isJson(text));
    }

    static InputFile read(Path file) throws IOException {
        return of(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    }

    static InputFile readStandardInput() throws IOException {
        return of("standard input", new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
    }

    /**
     * The objects in their order; a List stands for its items.
     *
     * @throws InputException if the file is no YAML or JSON
     * @throws InvalidManifestException if it holds anything but objects
     */
    List<FoundObject> objects() throws InputException, InvalidManifestException {
        List<FoundObject> objects = new ArrayList<>();
        for (ManifestFile.Manifest read : read()) {
            objects.add(new FoundObject(new Place(read.document(), read.item()), Manifest.of(name, read)));
        }
        return List.copyOf(objects);
    }

    /** The objects as they are read, whatever they are. */
    List<ManifestFile.Manifest> read() throws InputException {
        ByteArrayInputStream bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        try {
            return isJson ? ManifestFile.readJson(bytes) : ManifestFile.read(bytes);
        } catch (IOException notYaml) {
            throw new InputException(name + " cannot be read: " + notYaml.getMessage());
        }
    }
}
