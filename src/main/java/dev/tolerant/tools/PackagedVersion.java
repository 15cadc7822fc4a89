package dev.tolerant.tools;

import picocli.CommandLine.IVersionProvider;

/** The version that the program was packaged as. */
final class PackagedVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = PackagedVersion.class.getPackage().getImplementationVersion();
        return new String[] {"tolerant " + (version == null ? "(not packaged)" : version)};
    }
}
