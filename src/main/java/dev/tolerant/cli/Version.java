package dev.tolerant.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the program was packaged as. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"tolerant " + (version == null ? "(not packaged)" : version)};
    }
}
