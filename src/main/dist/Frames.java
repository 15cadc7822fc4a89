import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.net.URLClassLoader;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Gives the classes of a jar that are older than Java 8 that version, with the stack maps that it needs: the JVM caches no class
 * without them, none that extends such a class, and no lambda that is one.
 */
final class Frames {
    private static final ClassTransform NEWER = ClassTransform.transformingMethodBodies((code, element) -> code.with(element))
            .andThen((type, element) -> {
                if (element instanceof ClassFileVersion) {
                    type.withVersion(ClassFile.JAVA_8_VERSION, 0);
                } else {
                    type.with(element);
                }
            });

    private Frames() {}

    public static void main(String... arguments) throws IOException {
        Path jar = Path.of(arguments[0]);
        try (URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                FileSystem content = FileSystems.newFileSystem(jar);
                Stream<Path> files = Files.walk(content.getPath("/"))) {
            ClassFile format = ClassFile.of(
                    StackMapsOption.GENERATE_STACK_MAPS,
                    ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes)));
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                ClassModel type = format.parse(Files.readAllBytes(file));
                if (type.majorVersion() < ClassFile.JAVA_8_VERSION) {
                    Files.write(file, format.transformClass(type, NEWER));
                }
            }
        }
    }
}
