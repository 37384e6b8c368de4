import { decodedCode } from './fetched-program.ts';
import { isInterpreter, runsArgument, runsInput, isShell } from '../knowledge/programs.ts';
import { isDownload } from '../knowledge/downloads.ts';
import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { inCode } from '../reading/phrases.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import { startsProcess } from '../reading/shell-in-calls.ts';
import type { CodeCall } from '../reading/calls.ts';

const decoding =
  /(?:^|\.)(?:b(?:16|32|64|85)decode|a85decode|standard_b64decode|urlsafe_b64decode|decodebytes|decodestring|fromhex|unhexlify|a2b_(?:base64|hex|uu)|atob|fromCharCode|decode64|strict_decode64|urlsafe_decode64|gunzip(?:Sync)?|inflate(?:Raw)?(?:Sync)?|unescape)$|^(?:zlib|gzip|bz2|lzma)\.decompress$|^codecs\.decode$|^Zlib\.Inflate\.inflate$/;
const evaluating =
  /^(?:eval|exec|builtins\.(?:eval|exec)|__builtins__\.(?:eval|exec)|compile|Function|globalThis\.eval|window\.eval|vm\.\w+|setTimeout|setInterval|os\.(?:system|popen)|subprocess\.\w+|child_process\.\w+|instance_eval|class_eval|system|marshal\.loads|pickle\.loads|require\.extensions|module\._compile|\?\._compile)$/;
const powershell = pattern(
  ['-e', 'frombase64string'],
  String.raw`\b(?:powershell|pwsh)(?:\.exe)?\b[^\n|]*?\s-e(?:nc?|nco|` +
    String.raw`ncod\w*)?\s+['"]?[a-z0-9+/=]{16,}` +
    String.raw`|\b(?:iex|invoke-expression)\b[^\n]*?\bfrombase64string\b` +
    String.raw`|\bfrombase64string\b[^\n]*?\|\s*(?:iex|invoke-expression)\b`,
);

/** X03. */
export const decodedProgram = rule({
  id: 'X03',
  family: 'running',
  severity: 'critical',
  title: 'Decodes text and runs it',
  why:
    'Encoding hides from readers what the code does. Honest programs are written in plain ' +
    'text.',
  confusedWith: "Data that's decoded and only read isn't reported.",
  *look(document) {
    for (const command of document.commands) {
      if (isEncodedShell(command)) yield at(command);
      if (!decodes(command)) continue;
      const { within: outer, into } = command;
      if (into.some(isTold)) yield at(command, { severity: 'high' });
      if (
        into.some(runsInput) ||
        (outer !== null && (runsArgument(outer) || outer.into.some(runsInput)))
      )
        yield at(command);
    }
    const found = document.commands.filter(isEncodedShell);
    for (const match of inCode(document, powershell))
      if (!found.some(({ start, end }) => start <= match.start && match.start < end))
        yield at(match);
    const inCalls = [...inPrograms(document)];
    yield* inCalls;
    if (inCalls.length === 0)
      for (const hit of decodedCode(document)) yield { ...hit, severity: 'high' };
  },
});

/** `… | xargs curl`: the decoded text is an address or a program. */
const isTold = (command: ShellCommand): boolean =>
  command.wrappers.includes('xargs') && (isDownload(command) || isInterpreter(command.name));

/** `powershell -EncodedCommand $b`, also through `Start-Process`. */
const isEncodedShell = ({ name, args, part }: ShellCommand): boolean =>
  (/^(?:powershell|pwsh)$/.test(name) ||
    (/^(?:start-process|start|cmd)$/.test(name) &&
      args.some(({ text }) => /powershell|pwsh/i.test(text)))) &&
  args.some(
    ({ text }, at) =>
      /^["',]*-e(?:c|nc|nco\w*)?["',]*$/i.test(text) &&
      // A list of what to look for names the flag without a text.
      (part.from !== 'inline' || at < args.length - 1),
  );

function decodes({ name, args }: ShellCommand): boolean {
  const has = (flag: RegExp): boolean => args.some(({ text }) => flag.test(text));
  if (/^base(?:64|32|58|16)$|^basenc$|^gbase64$/.test(name))
    return has(/^-(?:d|D|-decode)$|^-[a-z]*d[a-z]*$/);
  if (name === 'xxd') return has(/^-[a-z]*r/);
  if (name === 'openssl') return has(/^(?:enc|base64|aes.*)$/) && has(/^-d$/);
  if (name === 'certutil') return has(/^[-/]decode/);
  if (/^(?:gunzip|zcat|gzcat|bzcat|xzcat)$/.test(name)) return true;
  if (/^(?:gzip|bzip2|xz|uudecode)$/.test(name)) return name === 'uudecode' || has(/^-[a-z]*d/);
  // `rev <<< …`, `tr a-z n-za-m`: moving letters around is also an encoding.
  return name === 'rev' || (name === 'tr' && has(/n-za-m|N-ZA-M/));
}

function* inPrograms({ calls, code, text }: RuleDocument): Generator<RuleHit> {
  const decoded = calls.filter(
    ({ callee, args }) =>
      decoding.test(callee) ||
      (/^Buffer\.from$/.test(callee) && /^(?:base64|hex)/.test(args[1]?.literal ?? '')) ||
      (/\.unpack1?$/.test(callee) && (args[0]?.literal ?? '').startsWith('m')),
  );
  if (decoded.length === 0) return;
  for (const part of code) {
    const holds = follow(part, text, decoded);
    for (const call of calls)
      if (
        call.part === part &&
        evaluating.test(call.callee) &&
        !isTimer(call) &&
        call.args.slice(0, 1).some(({ node }) => holds(node))
      )
        yield at(call);
  }
}

/** `setTimeout(() => …)` runs a function of the program, and only a string would be evaluated. */
const isTimer = ({ callee, args }: CodeCall): boolean =>
  /^set(?:Timeout|Interval)$/.test(callee) && /function/.test(args[0]?.node.type ?? '');

/** UTF-16 units of one token without spaces. */
const longToken = 500;
/** UTF-16 units of one line. */
const longLine = 5_000;
const tokens = new RegExp(`[A-Za-z0-9+/=_-]{${longToken},}`, 'g');
/** Embedded images, fonts and sounds, which say what they are. */
const embedded =
  /data:(?:image|font|audio|video|application\/(?:font|x-font|wasm|octet-stream|vnd\.ms-fontobject))[\w/+.;=-]{0,60},$/;

/** X05. */
export const opaqueText = rule({
  id: 'X05',
  family: 'running',
  severity: 'medium',
  title: 'Long unreadable text in a program',
  why:
    'Encoded or compressed text hides what it does from readers and from tools that search ' +
    'for words.',
  confusedWith:
    'Minified libraries, embedded images and fonts. Those that say what they are are ignored.',
  *look({ text, kind }): Iterable<RuleHit> {
    if (kind.kind !== 'code') return;
    for (const token of text.matchAll(tokens)) {
      if (embedded.test(text.slice(Math.max(0, token.index - 100), token.index))) continue;
      // One repeated letter is a ruler or separator, not code.
      if (new Set(token[0].slice(0, longToken)).size < 12) continue;
      yield at({ start: token.index, end: token.index + token[0].length });
    }
    let start = 0;
    for (const line of text.split('\n')) {
      if (line.length > longLine) yield at({ start, end: start + line.length });
      start += line.length + 1;
    }
  },
});

const decoders = /^(?:base64|base32|basenc|xxd|uudecode|gunzip|zcat|openssl|printf)$/;
const unpacking =
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
    yield* unpackingInPrograms(document);
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

function* unpackingInPrograms({ code, calls, text }: RuleDocument): Generator<RuleHit> {
  for (const part of code) {
    const own = calls.filter((call) => call.part === part);
    const decoded = own.filter(({ callee }) => unpacking.test(callee));
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

/** A name that starts with a dot, also as a pattern: `.*`, `./.cache/x.sh`. */
const hidden = /(?:^|\/)\.(?![./]|$)[^/]*/;

/** X07. */
export const hiddenFileRun = rule({
  id: 'X07',
  family: 'running',
  severity: 'medium',
  title: 'Runs hidden files',
  why:
    'Most file lists leave out names that start with a dot. A program that finds and runs ' +
    'such files was hidden on purpose.',
  confusedWith: 'Searching hidden folders without running anything.',
  *look({ commands }) {
    for (const command of commands)
      if (findsAndRuns(command) || runsHidden(command)) yield at(command);
  },
});

function findsAndRuns({ name, args, into }: ShellCommand): boolean {
  if (name !== 'find' && name !== 'fd' && name !== 'ls') return false;
  if (!args.some(({ text }) => hidden.test(text))) return false;
  const exec = args.findIndex(({ text }) => /^-(?:exec|execdir|ok)$/.test(text));
  const run = exec === -1 ? undefined : args[exec + 1]?.text;
  if (run !== undefined && (isShell(base(run)) || run === '{}')) return true;
  return into.some(
    (next) => isShell(next.name) || (next.wrappers.includes('xargs') && isShell(next.name)),
  );
}

/** `bash .cache/x.sh`, `sh ./.hidden`, but not in folders where tools keep their own files. */
function runsHidden({ name, args }: ShellCommand): boolean {
  if (!isShell(name) && name !== 'source' && name !== '.') return false;
  const [file] = args.filter(({ text }) => !text.startsWith('-'));
  if (file === undefined || file.dynamic || args.some(({ text }) => /^-[a-z]*c$/.test(text)))
    return false;
  const last = file.text.split('/').at(-1) ?? '';
  return (
    /^\.[\w-]+\.?(?:sh|bash|py|js)?$/.test(last) &&
    !knownPattern.test(last) &&
    !file.text.startsWith('~')
  );
}

const knownPattern =
  /^\.(?:env(?:\..*|rc)?|venv|bashrc|bash_profile|profile|zshrc|zprofile|nvmrc|local)/;

const base = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

const always =
  /^(?:c?[pP]ickle\.(?:loads?|Unpickler)|_pickle\.loads?|dill\.loads?|cloudpickle\.loads?|marshal\.loads?|shelve\.open|jsonpickle\.decode|yaml\.(?:unsafe_load|unsafe_load_all|full_load)|pandas\.read_pickle|pd\.read_pickle|Marshal\.(?:load|restore)|YAML\.unsafe_load|Oj\.object_load|node-serialize\.unserialize|serialize-to-js\.deserialize|funcster\.deepDeserialize|php-serialize\.unserialize)$/;

/** X10. */
export const deserialiser = rule({
  id: 'X10',
  family: 'running',
  severity: 'medium',
  title: 'Reads data in a format that can run code',
  why:
    'These formats rebuild any object, and building one can call any function. A data file ' +
    'becomes a program.',
  confusedWith:
    'The same formats read with a safe loader, which are ignored; caches that the script ' +
    'wrote itself.',
  *look({ calls, text }) {
    for (const call of calls) if (isUnsafe(call, text)) yield at(call);
  },
});

function isUnsafe({ callee, args }: CodeCall, text: string): boolean {
  if (always.test(callee)) return true;
  const given = args.map(({ name, node }) => `${name ?? ''}=${text.slice(node.start, node.end)}`);
  if (/^yaml\.load(?:_all)?$/.test(callee))
    return !given.some((one) => /\b(?:C?SafeLoader|BaseLoader|safe)\b/i.test(one));
  if (/^YAML\.load(?:_file)?$/.test(callee))
    return (
      given.some((one) => /permitted_classes|aliases/.test(one)) === false &&
      args.length > 0 &&
      given.some((one) => /unsafe/.test(one))
    );
  if (callee === 'torch.load') return !given.some((one) => /^weights_only=True$/.test(one));
  if (/^(?:numpy|np)\.load$/.test(callee))
    return given.some((one) => /^allow_pickle=True$/.test(one));
  return callee === 'joblib.load';
}
