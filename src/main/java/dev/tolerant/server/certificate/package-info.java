/** The certificate that the program serves with: issued by itself and renewed, or mounted. */
@NullMarked
package dev.tolerant.server.certificate;

import org.jspecify.annotations.NullMarked;
