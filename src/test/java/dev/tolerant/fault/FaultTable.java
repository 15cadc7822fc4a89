package dev.tolerant.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The faults that the tests have caused, as a table that is in target/faults.md and printed after the last test. */
public final class FaultTable implements BeforeAllCallback, ParameterResolver {
    private static final Path FILE = Path.of("target", "faults.md");
    private static final String HEAD =
            "| fault | load | requests | failed | worst time |\n| --- | --- | --- | --- | --- |\n";

    /** The rows of the whole run, which JUnit closes with it. */
    public static final class Rows implements AutoCloseable {
        private final List<Row> rows = new ArrayList<>();

        /** Adds a row; a test does so before it asserts anything, so that the table shows also what failed. */
        public synchronized void add(Row row) {
            rows.add(row);
            try {
                Files.writeString(FILE, markdown());
            } catch (IOException unwritable) {
                throw new IllegalStateException(unwritable);
            }
        }

        private String markdown() {
            StringBuilder table = new StringBuilder(HEAD);
            rows.forEach(row -> table.append(row.markdown()).append('\n'));
            return table.toString();
        }

        @Override
        public synchronized void close() {
            if (!rows.isEmpty()) {
                System.out.println("\n" + markdown());
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        rows(context);
    }

    private static Rows rows(ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(FaultTable.class))
                .computeIfAbsent(Rows.class, none -> new Rows(), Rows.class);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Rows.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return rows(context);
    }
}
