import { at } from '../knowledge/places.ts';
import { secretFiles, secretFileWords } from '../knowledge/secret-files.ts';
import { secretReads } from '../knowledge/secret-reads.ts';
import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const orders = pattern(
  secretFileWords,
  String.raw`\b(?:read|cat|open|copy|collect|gather|grab|extract|dump|include|upload|send|attach|fetch|output|print|exfiltrate|archive|zip|load|retrieve|steal|harvest|scan)\s+(?:\w+\s+){0,6}?(?:the\s+|your\s+|any\s+|all\s+)?(?:contents?\s+of\s+|files?\s+(?:in|at|from)\s+)?[\x60"'(]*${secretFiles}`,
);

/** E01. */
export const keyFiles = rule({
  id: 'E01',
  family: 'secrets',
  severity: 'high',
  title: 'Reads files that hold keys or passwords',
  why:
    'With your keys, sessions and wallets, others can act as you elsewhere, long after the ' +
    'skill is gone.',
  confusedWith:
    'Setting up SSH or a cloud tool names the same files. Creating a key or reading its ' +
    'public half is ignored.',
  *look(document) {
    for (const read of secretReads(document))
      yield at(read, read.command?.part.from === 'inline' ? { confidence: 'medium' } : {});
    yield* phrases(document, orders, ({ text }) =>
      /\.pub\b|known_hosts|\.example\b|\.ssh[/\\]?(?:config)?[\x60"']?$/.test(text) ? null : {},
    );
  },
});
