package dev.tolerant.promise;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Counts the steps of an answer: calls of methods and jumps back in them, in the program, in Jackson, and in the JDK's
 * collections, numbers, texts and patterns. All of these are slower until it is closed.
 */
final class Steps implements AutoCloseable {
    /** Not by its class, which must not be loaded yet. */
    private static final String COUNTER = "dev/tolerant/promise/StepCounter";

    private static final List<String> COUNTED = List.of(
            "dev/tolerant/",
            "com/fasterxml/jackson/core/",
            "java/util/",
            "java/math/",
            "java/lang/String",
            "java/lang/Abstract");
    /** What threads and class loaders do is not the answer's. */
    private static final List<String> NOT_COUNTED =
            List.of(COUNTER, "dev/tolerant/promise/Steps", "java/util/concurrent/", "java/util/jar/", "java/util/zip/");

    private final Instrumentation jvm = ByteBuddyAgent.install();
    private final ClassFileTransformer counting = new Counting();

    Steps() {
        try {
            jvm.appendToBootstrapClassLoaderSearch(new JarFile(jar().toFile()));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        // Loads it before classes need it that loading needs.
        StepCounter.stop();
        jvm.addTransformer(counting, true);
        transform();
    }

    private static Path jar() throws IOException {
        Path jar = Files.createTempFile("steps", ".jar");
        jar.toFile().deleteOnExit();
        try (InputStream counter =
                        Objects.requireNonNull(Steps.class.getClassLoader().getResourceAsStream(COUNTER + ".class"));
                OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file)) {
            entries.putNextEntry(new JarEntry(COUNTER + ".class"));
            counter.transferTo(entries);
        }
        return jar;
    }

    /** Has the classes that are loaded already transformed, or put back as they were. */
    private void transform() {
        try {
            jvm.retransformClasses(Stream.of(jvm.getAllLoadedClasses())
                    .filter(jvm::isModifiableClass)
                    .filter(loaded ->
                            loaded.getClassLoader() == null || loaded.getClassLoader() == Steps.class.getClassLoader())
                    .filter(loaded -> isCounted(loaded.getName().replace('.', '/')))
                    .toArray(Class<?>[]::new));
        } catch (UnmodifiableClassException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static boolean isCounted(String name) {
        return COUNTED.stream().anyMatch(name::startsWith)
                && NOT_COUNTED.stream().noneMatch(name::startsWith);
    }

    /** How many steps the code takes on this thread. */
    static long of(Callable<?> code) throws Exception {
        StepCounter.start();
        try {
            var ignored = code.call();
        } finally {
            StepCounter.stop();
        }
        return StepCounter.stop();
    }

    @Override
    public void close() {
        jvm.removeTransformer(counting);
        transform();
    }

    private static final class Counting implements ClassFileTransformer {
        @Override
        public byte @Nullable [] transform(
                @Nullable ClassLoader loader,
                @Nullable String name,
                @Nullable Class<?> redefined,
                @Nullable ProtectionDomain domain,
                byte[] bytes) {
            if (name == null || !isCounted(name)) {
                return null;
            }
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(
                    new ClassVisitor(Opcodes.ASM9, writer) {
                        @Override
                        public MethodVisitor visitMethod(
                                int access,
                                String name,
                                String descriptor,
                                @Nullable String signature,
                                String @Nullable [] exceptions) {
                            return new CountingMethod(
                                    super.visitMethod(access, name, descriptor, signature, exceptions));
                        }
                    },
                    0);
            return writer.toByteArray();
        }
    }

    private static final class CountingMethod extends MethodVisitor {
        private final Set<Label> passed = new HashSet<>();

        CountingMethod(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            step();
        }

        @Override
        public void visitLabel(Label label) {
            passed.add(label);
            super.visitLabel(label);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (passed.contains(label)) {
                step();
            }
            super.visitJumpInsn(opcode, label);
        }

        private void step() {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, COUNTER, "step", "()V", false);
        }
    }
}
