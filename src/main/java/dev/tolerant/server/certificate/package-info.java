/** The certificate that the program serves with: issued by itself and renewed, or mounted. */
package dev.tolerant.server.certificate;
