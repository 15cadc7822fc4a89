/** Why a pod gets what it gets, and what becomes of it on tainted nodes. */
@NullMarked
package dev.tolerant.explain;

import org.jspecify.annotations.NullMarked;
