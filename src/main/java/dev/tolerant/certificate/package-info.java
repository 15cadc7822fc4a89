/** Serving certificates: issued by the program itself, or mounted. */
@NullMarked
package dev.tolerant.certificate;

import org.jspecify.annotations.NullMarked;
