import { isInterpreter } from '../knowledge/interpreters.ts';
import { at } from '../knowledge/places.ts';
import type { RuleDocument } from '../document.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { startsProcess } from '../reading/shell-in-calls.ts';
import { rule, type RuleHit } from '../rule.ts';

const decoders = /^(?:base64|base32|basenc|xxd|uudecode|gunzip|zcat|openssl|printf)$/;
const decoding =
  /(?:b64decode|fromhex|unhexlify|atob|decode64|a2b_\w+|decompress|fromCharCode)$|^Buffer\.from$/;
const writing = /(?:^|\.)(?:write|write_text|write_bytes|writeFileSync|writeFile|binwrite)$/;
const program = /\.(?:sh|bash|py|js|mjs|cjs|rb|pl|ps1|bat|cmd|exe|command)['"]?$/i;

/** X09. */
export const unpackedScript = rule({
  id: 'X09',
  family: 'running',
  severity: 'high',
  title: 'Writes a program from data and runs it',
  why:
    "The program that runs isn't a file of the skill. It's assembled on this machine from " +
    'pieces that look harmless on their own.',
  confusedWith: 'Generators that write a file from a template and leave it to you to run it.',
  *look(document) {
    for (const command of document.commands) {
      const target = writtenBy(command);
      if (target === null) continue;
      const run = document.commands.find((one) => one.start > command.start && runs(one, target));
      if (run !== undefined) yield at(command, { related: [{ start: run.start, end: run.end }] });
    }
    yield* inPrograms(document);
  },
});

/** The file that decoded or joined pieces are written to; null for other writes. */
function writtenBy(command: ShellCommand): string | null {
  const last = command.into.at(-1) ?? command;
  const redirect = last.redirects.find(({ operator }) => /^>>?$/.test(operator));
  const target = redirect?.target ?? (last.name === 'tee' ? last.args.at(-1)?.text : undefined);
  if (target === undefined || target.startsWith('/dev/')) return null;
  const decodes =
    (decoders.test(command.name) &&
      /-d\b|-D\b|--decode|-r\b|\\x[0-9a-f]{2}|\benc\b/.test(words(command))) ||
    /^(?:gunzip|zcat|uudecode)$/.test(command.name);
  const pieces = command.args.filter(({ text }) => !text.startsWith('-'));
  const joins =
    command.name === 'cat' && (pieces.length > 1 || pieces.some(({ text }) => /[*?]/.test(text)));
  return decodes || (joins && !/\.(?:md|txt|csv|json|pem|crt|log)$/.test(target)) ? target : null;
}

const words = ({ args }: ShellCommand): string => args.map(({ text }) => text).join(' ');

function runs({ name, args }: ShellCommand, target: string): boolean {
  const last = target.split('/').at(-1) ?? target;
  if (name === last.toLowerCase()) return true;
  if (!isInterpreter(name) && name !== 'source' && name !== '.') return false;
  // Its first argument that isn't a flag is the program; those after it are the program's.
  return args.find(({ text }) => !text.startsWith('-'))?.text.endsWith(last) === true;
}

function* inPrograms({ code, calls, text }: RuleDocument): Generator<RuleHit> {
  for (const part of code) {
    const own = calls.filter((call) => call.part === part);
    const decoded = own.filter(({ callee }) => decoding.test(callee));
    const run = own.find(
      (call) =>
        startsProcess(call) ||
        /^(?:runpy\.run_path|importlib\.\w+|require|import)$/.test(call.callee),
    );
    if (decoded.length === 0 || run === undefined) continue;
    const holds = follow(part, text, decoded);
    const written = own.find(
      ({ callee, args, start }) =>
        writing.test(callee) && start < run.start && args.some(({ node }) => holds(node)),
    );
    const named = own.some(({ args }) =>
      args.some(({ literal }) => literal !== null && program.test(literal)),
    );
    if (written !== undefined && named)
      yield at(written, { related: [{ start: run.start, end: run.end }] });
  }
}
