/** What other policies and settings would change for the workloads of a cluster. */
@NullMarked
package dev.tolerant.tools.whatif;

import org.jspecify.annotations.NullMarked;
