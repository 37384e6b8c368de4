import type { FindingPlace } from '../../../shared/model/findings.ts';
import type { FindingRole } from '../../../shared/model/severity.ts';
import { linkPlacesIn } from '../links.ts';
import { visible } from '../text.ts';
import type { RuleDocument } from './document.ts';
import { excerptOf } from './rule.ts';
import { hostOf, isLocal } from './knowledge/addresses.ts';
import { environmentDumps } from './knowledge/environment.ts';
import { secretReads } from './knowledge/secret-reads.ts';
import { sendersOf } from './knowledge/leaving.ts';
import type { ShellCommand } from './reading/commands.ts';
import { isOtherLanguage } from './reading/layers.ts';

/**
 * Something in one file that means nothing on its own, but something together with the rest of the
 * skill or with other servers. Rules about a set use these traces.
 */
export interface SkillTrace {
  readonly kind:
    | 'link'
    /** A file that a command runs. */
    | 'run'
    /** A `skill://` address. */
    | 'skill'
    /** A tool of an MCP server, as hosts name it. */
    | 'tool'
    /** A field of the frontmatter, by its name. */
    | 'field'
    /** Code that reads a secret, by its kind. */
    | 'secret'
    /** Code that sends something only known at run time, with the address as far as it says it. */
    | 'send'
    /** Compiled code, with the size of its source if it states it. */
    | 'bytecode';
  readonly text: string;
  readonly place: FindingPlace;
  readonly excerpt: string;
  readonly role: FindingRole;
}

/** The most kept for one file, because its author chooses how many there are. */
const mostTraces = 300;
const mostFields = 60;
const longest = 1_024;

interface Mark {
  readonly kind: SkillTrace['kind'];
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface FileTraces {
  readonly traces: readonly SkillTrace[];
  /** The file has more than are kept. */
  readonly isCut: boolean;
}

/** What rules about the whole skill need to know about the file, in the order of its text. */
export function tracesOf(document: RuleDocument): FileTraces {
  const { text, places } = document;
  if (document.kind.kind === 'binary') return { traces: bytecode(document), isCut: false };
  const named = [...fields(document)];
  const pointing = distinct([...pointers(document)].sort((a, b) => a.start - b.start));
  const flows = [...secretsAndSenders(document)];
  const marks = [
    ...named.slice(0, mostFields),
    ...flows,
    ...pointing.slice(0, mostTraces).sort((a, b) => a.start - b.start),
  ];
  return {
    traces: marks.map(({ kind, text: said, start, end }) => ({
      kind,
      text: visible(said, longest),
      place: places.ofText(start, end),
      excerpt: excerptOf(text, start, end),
      role: document.roleAt(start),
    })),
    isCut: marks.length - flows.length < named.length + new Set(pointing.map(nameOf)).size,
  };
}

const nameOf = ({ kind, text }: Mark): string => `${kind} ${text}`;

/** The first of each kind, then the others, so that repeats don't crowd anything out. */
function distinct(marks: readonly Mark[]): Mark[] {
  const firsts = new Map(marks.toReversed().map((mark) => [nameOf(mark), mark]));
  const isFirst = new Set(firsts.values());
  return [...marks.filter((mark) => isFirst.has(mark)), ...marks.filter((m) => !isFirst.has(m))];
}

function* fields({ frontmatter }: RuleDocument): Generator<Mark> {
  for (const [name, { start, end }] of frontmatter ?? [])
    yield { kind: 'field', text: name, start, end };
}

/** The most of each kind; one is enough to tell that a file does it. */
const mostFlows = 5;

/** The two halves of a theft in code, which may be in different files of a skill. */
function* secretsAndSenders(document: RuleDocument): Generator<Mark> {
  const { kind } = document;
  const isProgram = kind.kind === 'code' || (kind.kind === 'text' && isOtherLanguage(kind.format));
  if (!isProgram) return;
  const dumps = environmentDumps(document).filter(({ narrow }) => !narrow);
  const taken = [
    ...secretReads(document).map(({ start, end, kind: text }) => ({ text, start, end })),
    ...dumps.map(({ start, end }) => ({ text: 'all variables', start, end })),
  ];
  for (const one of taken.slice(0, mostFlows)) yield { kind: 'secret', ...one };
  const sent = sendersOf(document).filter(
    ({ address, body, command }) =>
      !isLocal(hostOf(address)) && body.some(({ text }) => command === null || /[$@`]/.test(text)),
  );
  for (const { start, end, address } of sent.slice(0, mostFlows))
    yield { kind: 'send', text: address, start, end };
}

const skillAddress = /\bskill:\/\/[^\s"'`<>()[\]{}]{1,500}/gi;
const tool = /\bmcp__[\w-]{3,200}/g;

function* pointers(document: RuleDocument): Generator<Mark> {
  const { text, path, kind } = document;
  if (kind.kind !== 'markdown') return;
  if (path === 'SKILL.md') {
    yield* links(document);
    yield* runs(document);
  }
  for (const { 0: whole, index } of text.matchAll(skillAddress)) {
    const address = whole.replace(/[.,;:!?*_]+$/, '');
    yield { kind: 'skill', text: address, start: index, end: index + address.length };
  }
  for (const { 0: name, index } of text.matchAll(tool))
    yield { kind: 'tool', text: name, start: index, end: index + name.length };
}

/** Links in prose. One in a fence or between backticks is only shown, so it doesn't count. */
function* links({ text, blocks }: RuleDocument): Generator<Mark> {
  for (const block of blocks) {
    if (block.kind === 'fence' || block.kind === 'frontmatter' || block.kind === 'html') continue;
    for (const { link, ...at } of linkPlacesIn(text.slice(block.start, block.end))) {
      const start = block.start + at.start;
      const line =
        text
          .slice(Math.max(0, start - 500), start)
          .split('\n')
          .at(-1) ?? '';
      if (line.split('`').length % 2 === 0) continue;
      yield { kind: 'link', text: link, start, end: block.start + at.end };
    }
  }
}

const runners =
  /^(?:python[\d.]*|uv|uvx|node|bun|deno|tsx|ts-node|bash|sh|zsh|source|\.|ruby|perl|pwsh|powershell)$/;
/** A script in a folder. One without a folder often belongs to the reader. */
const script = /^(?:\.\/)?[\w-]+(?:\/[\w.-]+){1,20}\.(?:py|sh|bash|js|mjs|cjs|ts|rb|pl|ps1)$/;

/** Scripts that commands run, except those that the text itself writes first. */
function* runs({ commands, text }: RuleDocument): Generator<Mark> {
  const written = new Set(commands.flatMap(({ redirects }) => redirects.map(targetOf)));
  for (const command of commands) {
    const file = scriptOf(command, text);
    if (file === null || written.has(file)) continue;
    yield { kind: 'run', text: file, start: command.start, end: command.end };
  }
}

const targetOf = ({ target }: ShellCommand['redirects'][number]): string =>
  target.replace(/^\.\//, '');

function scriptOf({ name, args, start, end }: ShellCommand, text: string): string | null {
  const words = args.filter((word) => !word.dynamic).map((word) => word.text);
  const first = runners.test(name)
    ? words.find((word) => !word.startsWith('-') && word !== 'run')
    : text.slice(start, Math.min(end, start + 300)).split(/\s/, 1)[0];
  return first !== undefined && script.test(first) ? first.replace(/^\.\//, '') : null;
}

/** PEP 552: after magic number and flags, the time and size of the source, or its hash. */
function bytecode({ kind, bytes, places }: RuleDocument): SkillTrace[] {
  if (kind.kind !== 'binary' || !/bytecode|Java class/.test(kind.type)) return [];
  const header = Buffer.from(bytes.subarray(0, 16));
  const isSized =
    kind.type === 'Python bytecode' && header.length === 16 && header.readUInt32LE(4) === 0;
  return [
    {
      kind: 'bytecode',
      text: isSized ? String(header.readUInt32LE(12)) : '',
      place: places.ofBytes(0, header.length),
      excerpt: `bytes 0 to ${header.length}`,
      role: 'code',
    },
  ];
}
