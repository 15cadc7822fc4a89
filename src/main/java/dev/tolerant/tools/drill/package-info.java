/** What happens to the pods of a node that fails or is tainted. */
package dev.tolerant.tools.drill;
