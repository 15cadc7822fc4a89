/** TolerationPolicy as users write it, and the policies and namespaces compiled from objects. */
@NullMarked
package dev.tolerant.crd;

import org.jspecify.annotations.NullMarked;
