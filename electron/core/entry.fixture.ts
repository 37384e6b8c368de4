import type { SkillEntry } from '../../shared/model/skill.ts';
import { sha256 } from './digest.ts';
import { readEntry } from './dialects/forms/entry.ts';

export const refundsUri = 'skill://acme/billing/refunds/SKILL.md';
export const refundsFolder = 'skill://acme/billing/refunds';
export const refundsText = '---\nname: refunds\ndescription: Process refunds\n---\n\n# Refunds\n';
export const emailText = 'Dear customer,\n';

/** A listed file whose digest and size are those of `text`. */
export function resource(uri: string, text: string): { uri: string; digest: string; size: number } {
  return { uri, digest: sha256(text), size: Buffer.byteLength(text) };
}

/** An honest raw entry; `changes` replaces fields, so that a test forges exactly one. */
export function rawEntry(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    uri: refundsUri,
    frontmatter: { name: 'refunds', description: 'Process refunds' },
    resources: [
      resource(refundsUri, refundsText),
      resource(`${refundsFolder}/examples/email.md`, emailText),
    ],
    ...changes,
  };
}

/** The entry that an honest raw one becomes. Throws when the raw one is refused. */
export function heldEntry(changes: Record<string, unknown> = {}): SkillEntry {
  const read = readEntry(rawEntry(changes), 'acme', 'listed');
  if (!read.ok) throw new Error(read.error.map(({ message }) => message).join(' '));
  return read.value;
}
