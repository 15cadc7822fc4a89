/** TolerationPolicy as users write it, and the policies, namespaces and nodes compiled from objects. */
@NullMarked
package dev.tolerant.engine.crd;

import org.jspecify.annotations.NullMarked;
