import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import {
  addressIn,
  isDownload,
  isKnownInstaller,
  isOwnInstaller,
  isVersionedRelease,
  targetOf,
} from '../knowledge/downloads.ts';
import { fetchedCode } from './fetched-code.ts';
import { base, clonedRunOf, savedRunOf, unpackedRunOf, type SavedRun } from './saved-run.ts';
import { isFetch } from '../knowledge/fetch-calls.ts';
import { at } from '../knowledge/places.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { startsProcess } from '../reading/shell-in-calls.ts';
import { childOf, nodesIn, type SyntaxNode } from '../reading/tree.ts';
import { rule, type RuleHit } from '../rule.ts';
import type { RuleDocument } from '../document.ts';
import type { CodeCall } from '../reading/calls.ts';

const saving =
  /^(?:urllib\.request\.urlretrieve|urlretrieve|wget\.download|requests\.get|httpx\.get|fetch|axios\.get|https?\.get)$/;
const marking =
  /^(?:os\.chmod|fs\.chmodSync|fs\.chmod|fs\.promises\.chmod|File\.chmod|FileUtils\.chmod|\?\.chmod)$/;

/** X02. */
export const fetchedProgram = rule({
  id: 'X02',
  family: 'running',
  severity: 'high',
  title: 'Downloads a file and runs it',
  why: "The file isn't part of this review, and what the address serves can change at any time.",
  confusedWith: 'Instructions for installing a release by hand. Check who owns the address.',
  *look(document) {
    const { commands, calls, code, text } = document;
    yield* savedAndRun(document);
    yield* fetchedCode(document);
    yield* clonedRuns(document);
    for (const command of commands) {
      if (!isDownload(command)) continue;
      const target = targetOf(command) ?? teeTarget(command);
      const isPiped = target === null && command.into.some(({ name }) => name === 'tar');
      if (target === null || !isPlainName(target)) {
        if (isPiped) yield* unpackedRun(document, command);
        continue;
      }
      const later = savedRunOf(command, target, commands);
      if (later === null && !isLocked(commands, command, target)) continue;
      const related = later === null ? [] : [{ start: later.run.start, end: later.run.end }];
      yield at(command, { related, ...weightOf(document, command, later) });
    }
    for (const part of code) {
      const own = calls.filter((call) => call.part === part);
      const saved = own.filter(({ callee }) => saving.test(callee));
      const marked = own.find(({ callee }) => marking.test(callee));
      if (saved.length === 0 || marked === undefined) continue;
      const run = own.find((call) => call.start > marked.start && startsProcess(call));
      const first = marked.args[0];
      if (run === undefined || first === undefined) continue;
      const holds = follow(part, text, [...saved, first.node]);
      if (run.args.some(({ node }) => holds(node) || sameName(node, first.node, text)))
        yield at(marked, { related: [...saved, run].map(({ start, end }) => ({ start, end })) });
    }
  },
});

/** An archive with a password, which scanners can't open and nobody needs otherwise. */
const isLocked = (all: readonly ShellCommand[], from: ShellCommand, target: string): boolean =>
  all.some(
    ({ name, args, start }) =>
      start > from.start &&
      /^(?:unzip|7za?|7zz|unrar|openssl|gpg2?)$/.test(name) &&
      args.some(({ text }) => base(text) === base(target)) &&
      args.some(({ text }) => /^-[pP]|^--pass(?:word|phrase)\b|^-pass$/.test(text)),
  );

/** `curl … | tee FILE`. */
const teeTarget = ({ into }: ShellCommand): string | null =>
  into.find(({ name }) => name === 'tee')?.args.find(({ text }) => !text.startsWith('-'))?.text ??
  null;

/** Where everybody's projects are, so that a guide's reader knows what is built. */
const forge = /\b(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)[/:]/;

/** `git clone … DIR`, then a script in it. Building what was cloned is what guides are about. */
function* clonedRuns(document: RuleDocument): Generator<RuleHit> {
  for (const command of document.commands) {
    const words = command.args.map(({ text }) => text);
    const address = words.find((word) => /^(?:https?|git|ssh):\/\/|^git@/.test(word));
    if (command.name !== 'git' || words[0] !== 'clone' || address === undefined) continue;
    const run = clonedRunOf(command, address, document.commands);
    if (run === null || isOwnInstaller(document, command, address)) continue;
    yield at(command, {
      related: [{ start: run.start, end: run.end }],
      ...(command.part.from === 'script'
        ? {}
        : { severity: forge.test(address) ? 'low' : 'medium' }),
    });
  }
}

/** `curl … | tar xz -C DIR`, then a program in it. */
function* unpackedRun(document: RuleDocument, command: ShellCommand): Generator<RuleHit> {
  const later = unpackedRunOf(command, document.commands);
  if (later !== null)
    yield at(command, {
      related: [{ start: later.run.start, end: later.run.end }],
      ...weightOf(document, command, later),
    });
}

/** What is compared with a known digest, or is the product's own, deserves a look, not an alarm. */
function weightOf(
  document: RuleDocument,
  command: ShellCommand,
  later: SavedRun | null,
): { severity?: FindingSeverity } {
  const address = addressIn(command) ?? '';
  const own = weight(address);
  if (own.severity !== undefined) return own;
  return isOwnInstaller(document, command, address) || later?.isChecked === true
    ? { severity: 'medium' }
    : {};
}

/** Responses that a program saves, and what starts them: `spawn(node, [file])`, `import(file)`. */
const writingCalls =
  /(?:^|\.)(?:write|write_text|write_bytes|writeFile|writeFileSync|binwrite|copyfileobj|pipeline|pipe|WriteFile|file_put_contents|createWriteStream)$/;
const retrieving =
  /^(?:urllib\.request\.urlretrieve|urlretrieve|wget\.download|\?\.download_file|request\.urlretrieve)$/;
const importing =
  /^(?:import|require|importlib\.import_module|runpy\.run_path|exec|eval|execfile|__import__|\?\.load_module|importlib\.util\.spec_from_file_location|include|include_once|require_once|load|dofile|source|Worker|plugin\.Open)$/;

function* savedAndRun({ calls, code, text }: RuleDocument): Generator<RuleHit> {
  for (const part of code) {
    const own = calls.filter((call) => call.part === part);
    const fetched = own.filter(isFetch);
    const saved = own.filter(({ callee }) => retrieving.test(callee));
    if (fetched.length + saved.length === 0) continue;
    const holds = follow(part, text, fetched);
    const writes =
      fetched.length === 0
        ? []
        : own.filter(
            ({ callee, args, start }) =>
              (writingCalls.test(callee) && args.some(({ node }) => holds(node))) ||
              // `with open(path, "wb") as f: f.write(response)`.
              (/(?:^|\.)open$/.test(callee) &&
                own.some(
                  (one) =>
                    one.start > start &&
                    writingCalls.test(one.callee) &&
                    one.args.some(({ node }) => holds(node)),
                )),
          );
    for (const write of [...saved, ...writes]) {
      const paths = pathsOf(write, text);
      const run = own.find(
        (call) =>
          call.start > write.start &&
          (startsProcess(call) || importing.test(call.callee)) &&
          call.args.some(({ node, value, list }) =>
            [
              value ?? '',
              ...(list ?? []),
              text.slice(node.start, Math.min(node.end, node.start + 300)),
            ].some((said) => paths.some((path) => said.includes(path))),
          ),
      );
      if (run === undefined) continue;
      yield at(write, { related: [{ start: run.start, end: run.end }] });
      break;
    }
  }
}

/** The path that a call writes to, by its value and by its name in the code. */
function pathsOf({ args, receiver, node }: CodeCall, text: string): string[] {
  const target = childOf(node, 'function');
  const object = target === null ? null : childOf(target, 'object');
  // `open(path, "w").write(bytes)`.
  const inner = object === null ? null : childOf(object, 'arguments');
  const opened = (inner?.children ?? []).slice(0, 1);
  const literals = opened.map((one) => text.slice(one.start, one.end).replaceAll(/["'`]/g, ''));
  const named = [
    ...args.slice(0, 2).map((one) => one.node),
    ...opened,
    ...(object === null ? [] : [object]),
  ]
    .filter(({ type }) => type === 'identifier')
    .map(({ start, end }) => text.slice(start, end));
  const values = [...args.slice(0, 2).map(({ value }) => value), receiver];
  return [...values, ...literals, ...named].flatMap((one) =>
    one !== null && one.length > 2 && !/^https?:|^\$|\n/.test(one) ? [one] : [],
  );
}

/** Known installers, and releases with their version in the address. */
const weight = (address: string): { severity?: FindingSeverity } =>
  isKnownInstaller(address)
    ? { severity: 'low' }
    : isVersionedRelease(address)
      ? { severity: 'medium' }
      : {};

/** Standard output and directories can't be run. */
const isPlainName = (target: string): boolean => !/^(?:-|\/dev\/.*|\.{1,2}\/?|.*\/)$/.test(target);

/** Whether the started command names the marked file. */
function sameName(run: SyntaxNode, file: SyntaxNode, text: string): boolean {
  const name = text.slice(file.start, file.end);
  for (const { start, end } of nodesIn(run)) if (text.slice(start, end) === name) return true;
  return false;
}
