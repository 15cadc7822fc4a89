/** Issues serving certificates, and reads them. */
package dev.tolerant.certificate;
