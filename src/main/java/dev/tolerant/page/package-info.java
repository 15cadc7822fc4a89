/** The playground: a page for trying pods, policies and settings. */
@NullMarked
package dev.tolerant.page;

import org.jspecify.annotations.NullMarked;
