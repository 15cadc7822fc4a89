package dev.tolerant.tools;

import dev.tolerant.tools.OutputOption.OutputFormat;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command: where it writes its answer and its messages, and how what it finds becomes an exit code. */
abstract class ToolCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    abstract ExitCode run(Messages messages) throws Exception;

    @Override
    public final Integer call() throws Exception {
        return run(Messages.of(spec.commandLine())).code();
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final void print(OutputFormat format, Supplier<AnswerDocument<?>> document, Function<OutputFormat, String> text) {
        boolean isDocument = format == OutputFormat.JSON || format == OutputFormat.YAML;
        out().print(isDocument ? document.get().text(format) : text.apply(format));
    }
}
