/**
 * What runs in the background: threads, which do not keep the program from ending, how often they ask, and how much they log.
 */
package dev.tolerant.thread;
