package dev.tolerant.cli.doctor;

/** A check, and what it has found. */
record Checked(Check check, Finding finding) {}
