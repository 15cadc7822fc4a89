package dev.tolerant.tools;

import picocli.CommandLine.Command;

/** The root of the commands about a living cluster. */
@Command(
        name = "kubectl",
        description =
                "Answers questions about a living cluster, or a dump of it, as the kubectl plugin \"tolerant\" does. It"
                        + " changes nothing.",
        subcommands = {
            KubectlExplainCommand.class,
            WhatifCommand.class,
            DrillCommand.class,
            DoctorCommand.class,
            DumpCommand.class
        },
        versionProvider = PackagedVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeList = {"0:all is well", "1:a command has found something; its help says what", ExitCode.CANNOT_BE_ASKED
        })
final class KubectlCommand {
    /** Of everything that the commands write for programs. */
    static final String API_VERSION = "cli.tolerant.dev/v1";
}
