/** The serving certificate: issued by the program itself or mounted, watched until it expires. */
@NullMarked
package dev.tolerant.certificate;

import org.jspecify.annotations.NullMarked;
