/** TolerationPolicy as users write it; fabric8's generator makes the CRD from these classes. */
@NullMarked
package dev.tolerant.crd;

import org.jspecify.annotations.NullMarked;
