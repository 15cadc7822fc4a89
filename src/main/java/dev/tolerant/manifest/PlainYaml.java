package dev.tolerant.manifest;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;

/** A YAML parser that refuses aliases, which the library would read as strings, the names of their anchors. */
final class PlainYaml extends JsonParserDelegate {
    static final String NO_ALIASES = "an alias (*name) cannot be used here: write out what it stands for";

    PlainYaml(YAMLParser yaml) {
        super(yaml);
    }

    @Override
    public JsonToken nextToken() throws IOException {
        JsonToken token = super.nextToken();
        if (((YAMLParser) delegate).isCurrentAlias()) {
            throw new JsonParseException(this, NO_ALIASES);
        }
        return token;
    }
}
