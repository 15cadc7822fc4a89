/** Issues serving certificates, and reads them. */
@NullMarked
package dev.tolerant.certificate;

import org.jspecify.annotations.NullMarked;
