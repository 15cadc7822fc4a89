/** Whether the webhook of a cluster works as it should, and taints do. */
package dev.tolerant.tools.doctor;
