import { at } from '../knowledge/places.ts';
import { secretFiles, secretFileWords } from '../knowledge/secret-files.ts';
import { secretReads, type SecretRead } from '../knowledge/secret-reads.ts';
import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import { inCode, phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const orders = pattern(
  secretFileWords,
  String.raw`\b(?:read|cat|open|copy|collect|gather|grab|extract|dump|include|upload|send|attach|fetch|output|print|exfiltrate|archive|zip|load|retrieve|steal|harvest|scan)\s+(?:\w+\s+){0,6}?(?:the\s+|your\s+|any\s+|all\s+)?(?:contents?\s+of\s+|files?\s+(?:in|at|from)\s+)?[\x60"'(]*${secretFiles}`,
);

/** All secrets of a workflow, printed into its log or sent from it. */
const printedContext = pattern(
  ['tojson(secrets', 'tojson( secrets', 'tojson (secrets'],
  String.raw`\b(?:echo|printf|curl|cat|tee|base64)\b[^\n]{0,200}toJSON\s?\(\s?secrets\b`,
);

/** E01. */
export const keyFiles = rule({
  id: 'E01',
  family: 'secrets',
  severity: 'high',
  title: 'Reads keys, tokens or passwords',
  why:
    'With your keys, sessions and wallets, others can act as you elsewhere, long after the ' +
    'skill is gone.',
  confusedWith:
    'Setting up SSH or a cloud tool names the same files. Creating a key or reading its ' +
    'public half is ignored; a token that a program only uses itself is rated medium or low.',
  *look(document) {
    for (const read of secretReads(document))
      yield at(read, {
        ...(read.command?.part.from === 'inline' ? { confidence: 'medium' } : {}),
        ...(read.isPrinted && !isDisclosed(document, read)
          ? { severity: isHandedOn(document, read) ? 'low' : 'medium' }
          : {}),
      });
    for (const match of inCode(document, printedContext)) yield at(match);
    yield* phrases(document, orders, ({ text, end }) => {
      const said = text + document.text.slice(end, end + 8);
      return /\.pub\b|known_hosts|\.example\b/.test(said) ||
        /\.ssh[/\\]?(?:config)?[\x60"']?$/.test(text)
        ? null
        : {};
    });
  },
});

const disclosing =
  /\b(?:paste|include|attach|add|put|write|save|post|send|share|report|append|copy|print|show|note|record|store|forward|upload|log|output|dump|collect|e-?mail)\b/i;

/**
 * Whether a printed secret goes anywhere but into a variable or an argument of the same code: to a
 * file, or to wherever the sentence says.
 */
function isDisclosed({ text, blocks }: RuleDocument, { command, start, end }: SecretRead): boolean {
  if (command === null) return true;
  const { part, within, into, redirects, call } = command;
  // A program that starts it keeps its output to itself.
  if (call !== null) return false;
  if (part.from === 'inline') {
    const block = blocks.find((one) => one.start <= start && start < one.end);
    const around =
      `${text.slice(Math.max(block?.start ?? 0, start - 200), start)} ` +
      `${text.slice(end, Math.min(block?.end ?? end, end + 200))}`;
    return disclosing.test(around);
  }
  if (redirects.some(({ operator, target }) => operator.startsWith('>') && target !== '/dev/null'))
    return true;
  // What a workflow prints, everyone reads who may see its log.
  const fence = blocks.find((one) => one.start <= start && start < one.end);
  if (fence?.kind === 'fence' && /^ya?ml/.test(fence.info.trim()) && into.length === 0)
    return within === null && !isAssigned(text, start);
  if (part.from === 'fence') return into.some(({ name }) => isWritingProgram(name));
  return within === null && !isAssigned(text, start);
}

/**
 * Taken from a store for one program: into its input, or into a variable of its environment. That
 * is what guides to secrets advise; where the program sends it has rules of its own.
 */
const isHandedOn = ({ text }: RuleDocument, { command, start }: SecretRead): boolean =>
  command !== null &&
  (command.into.some(({ args }) =>
    args.some((one) => /^--?(?:password|token)-?stdin$/.test(one.text)),
  ) ||
    /(?:^|[\s;])(?:export\s+)?[A-Z][A-Z0-9_]*=["']?\$\(\s*$/.test(
      text.slice(Math.max(0, start - 60), start),
    ));

const isWritingProgram = (name: string): boolean => /^(?:tee|curl|nc|ncat|wget)$/.test(name);

/** `T=$(…)`: what becomes of the variable is followed elsewhere. */
const isAssigned = (text: string, start: number): boolean =>
  /=\s*["']?(?:\$\(|`)\s*$/.test(text.slice(Math.max(0, start - 20), start));
