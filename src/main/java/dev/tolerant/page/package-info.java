/** The playground: a page on which pods, policies and settings are tried out. */
@NullMarked
package dev.tolerant.page;

import org.jspecify.annotations.NullMarked;
