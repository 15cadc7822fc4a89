/** What is known of a cluster: its objects, wherever they were read, and which of them makes pods. */
package dev.tolerant.observed.objects;
