package dev.tolerant.tools.lint;

import dev.tolerant.tools.lint.Finding.CheckedObject;
import java.util.ArrayList;
import java.util.List;

/** The findings of lint in one object, to which each check adds. */
record Findings(CheckedObject object, List<Finding> all) {
    Findings(CheckedObject object) {
        this(object, new ArrayList<>());
    }

    void add(String path, LintCode code, String message) {
        all.add(new Finding(object, path, code, message));
    }
}
