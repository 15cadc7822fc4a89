/** What other policies and settings would change for the workloads of a cluster. */
package dev.tolerant.tools.whatif;
