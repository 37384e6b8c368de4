import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { unlessAsked } from '../knowledge/asked-first.ts';
import { isAbout, upkeep, perDocument } from '../knowledge/about.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { inCode } from '../reading/phrases.ts';
import { follow } from '../reading/flow.ts';
import type { RuleDocument } from '../document.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import {
  overwritesInShell,
  ransoms,
  removesBackups,
  wipesInDatabases,
  wipesInPrograms,
} from './wiping.ts';

const disks = pattern(
  ['/dev/sd', '/dev/nvme', '/dev/disk', '/dev/hd', '/dev/mmcblk'],
  String.raw`(?:>|of=)\s*/dev/(?:sd[a-z]|nvme\d|disk\d|hd[a-z]|mmcblk\d)`,
);
const wholes =
  /^["']?(?:\/|\/\*|~\/?|~\/\*|\$\{?HOME\}?["']?\/?\*?|\/(?:home|Users|root|etc|usr|bin|boot|lib|sbin|System|Library|Applications|opt|var)\/?\*?|[a-z]:\\?\*?)["']?$/i;
const system = /^\/(?:var|etc|usr|opt|boot|lib\w*|bin|sbin|root|srv|System|Library|Applications)\//;
/** Files that tools keep there and that guides tell people to clear. */
const caches =
  /^\/var\/(?:lib\/apt\/lists|cache|tmp)\b|^\/usr\/local\/go\b|\/(?:node_modules|__pycache__)\b|^\/opt\/[\w.-]*venv/;
const variable = /^["']?\$\{?\w+\}?["']?\/?\*?["']?$/;
const made =
  /te?mp|work|build|dist|out|cache|dir|test|target|dest|stag|clone|repo|venv|backup|archive/i;
const history = /(?:^|\/)\.?\w*_?history$|^\/var\/log\//;

/** D03. */
export const destruction = rule({
  id: 'D03',
  family: 'damage',
  severity: 'critical',
  title: 'Permanently deletes or overwrites data',
  why: 'A home folder, a disk or the traces of what happened are gone at once.',
  confusedWith:
    'Cleaning up build output is ignored. System folders and logs are rated high; a folder ' +
    'named only by a variable, medium.',
  *look(document) {
    const isKept = isAbout(document, upkeep);
    const isOfDisks = isAbout(document, diskGuides);
    for (const command of document.commands) {
      const severity = weight(command);
      if (severity === null || removesOwn(document, command)) continue;
      const isExpected = (isKept && severity === 'high') || (isOfDisks && formats(command));
      const own = isExpected ? 'medium' : severity;
      yield at(command, { severity: unlessAsked(document, command, own) });
    }
    for (const match of inCode(document, disks)) yield at(match);
    for (const { callee, args, start, end } of document.calls)
      if (/^(?:shutil\.rmtree|fs\.(?:rmSync|rm|rmdirSync)|FileUtils\.rm_rf)$/.test(callee))
        if (wholes.test(args[0]?.value ?? '')) yield { start, end };
    for (const command of document.commands) if (removesBackups(command)) yield at(command);
    yield* ofHome(document);
    yield* wipesInPrograms(document);
    yield* overwritesInShell(document);
    yield* ransoms(document);
    yield* wipesInDatabases(document);
  },
});

/** Variables with a temporary folder, or with older ones of what a script makes again and again. */
const ownFolders = perDocument(({ text }): ReadonlySet<string> => {
  const temporary = text.matchAll(/(?:^|[\s;])([A-Za-z_]\w{0,60})=["']?\$\(\s*mktemp\b/gm);
  // `ls -1dt … | tail -n +6 | while read -r d`.
  const older = text.matchAll(
    /\b(?:tail -n ?\+\d|head -n ?-\d)[^\n|]{0,40}\|\s*while\s+(?:IFS=\S{0,20}\s+)?read\s+(?:-\w+\s+)?(\w+)/g,
  );
  return new Set([...temporary, ...older].map(([, name = '']) => name));
});
/** How far before its removal something is moved aside (UTF-16 units). */
const asideWithin = 5_000;

/** Only what the same text made, or what it moved aside under another name before. */
function removesOwn(document: RuleDocument, { name, args, start }: ShellCommand): boolean {
  if (name !== 'rm') return false;
  const files = args.map((word) => word.text).filter((word) => !word.startsWith('-'));
  const before = document.text.slice(Math.max(0, start - asideWithin), start);
  return (
    files.length > 0 &&
    files.every((file) => {
      const variable = /^["']?\$\{?([A-Za-z_]\w{0,60})\}?["']?(?:\/\*?)?$/.exec(file)?.[1];
      if (variable !== undefined) return ownFolders(document).has(variable);
      const aside =
        /^["']?(\/[\w./-]+)[.~_-](?:bak|backup|old|orig|prev|previous|broken|save)["']?$/i.exec(
          file,
        );
      return aside !== null && before.includes(aside[1] ?? '');
    })
  );
}

/** Guides to disks format the one that their reader has named. */
const diskGuides =
  /\b(?:luks|encrypt\w* (?:an? |the )?(?:\w+ )?(?:usb|disk|drive|stick|volume|partition)|format\w*|partition\w*|filesystems?|raid|lvm|zfs|btrfs|sd[- ]cards?|usb (?:sticks?|drives?)|flash\w*|swap|volumes?)\b/i;
const formats = ({ name, args }: ShellCommand): boolean =>
  /^(?:mkfs(?:\.\w+)?|wipefs)$/.test(name) &&
  args.every(({ text }) => !/^\/dev\/(?!mapper\/)/.test(text));

const homes =
  /^(?:(?:pathlib\.)?Path\.home|os\.homedir|homedir|os\.UserHomeDir|Dir\.home|os\.path\.expanduser)$/;
const listing =
  /(?:^|\.)(?:readdirSync|readdir|iterdir|listdir|scandir|walk|children|entries|rglob|glob|ReadDir)$/;
const removing =
  /(?:^|\.)(?:rmtree|rmSync|rm|rmdirSync|rm_rf|rm_r|unlink|unlinkSync|remove|RemoveAll)$/;

/** Removes what a listing of the home folder gives. */
function* ofHome({ code, calls, text }: RuleDocument): Generator<RuleHit> {
  for (const part of code) {
    const own = calls.filter((call) => call.part === part);
    const folders = own.filter(
      ({ callee, args }) =>
        homes.test(callee) && !/[\w.]/.test((args[0]?.literal ?? '').replace(/^~/, '')),
    );
    const lists = own.filter(({ callee }) => listing.test(callee));
    if (folders.length === 0 || lists.length === 0) continue;
    const ofFolder = follow(part, text, folders);
    const listed = lists.filter(({ node }) => ofFolder(node));
    const holds = follow(part, text, listed);
    for (const { callee, args, node, start, end } of own) {
      if (!removing.test(callee) || listed.length === 0) continue;
      // A folder in the home folder is a cache or a project of its own.
      if (/^~\/\.?\w/.test(args[0]?.value ?? '')) continue;
      if (args.some((one) => holds(one.node)) || (args.length === 0 && holds(node)))
        yield { start, end, severity: 'high' };
    }
  }
}

function weight({ name, args, redirects }: ShellCommand): FindingSeverity | null {
  const words = args.map(({ text }) => text);
  const has = (word: RegExp): boolean => words.some((one) => word.test(one));
  switch (name) {
    case 'rm':
      return ofRemoval(words);
    case 'find':
      return ofSearch(words);
    case 'history':
      return has(/^-c?w?c?$/) && has(/c/) ? 'high' : null;
    case 'wevtutil':
      return words[0] === 'cl' ? 'high' : null;
    case 'kubectl':
    case 'oc':
      return ofCluster(words.join(' '));
    case 'lvremove':
    case 'vgremove':
    case 'zpool':
    case 'zfs':
      return name.startsWith('z') && !has(/^destroy$/)
        ? null
        : has(/^-[a-z]*[fyrR]/)
          ? 'high'
          : null;
    case 'clear-eventlog':
      return 'high';
    case 'unset':
    case 'export':
      return has(/^HISTFILE(?:=\/dev\/null)?$|^HISTSIZE=0$/) ? 'high' : null;
    case 'remove-item':
    case 'rd':
    case 'rmdir':
      return has(/^[-/](?:recurse|s)$/i) && has(wholes) ? 'critical' : null;
    default:
      break;
  }
  if (/^mkfs(?:\.\w+)?$|^wipefs$|^shred$/.test(name)) return has(/^\/dev\//) ? 'critical' : null;
  const emptied = redirects.filter(({ operator }) => operator === '>').map(({ target }) => target);
  const targets = name === 'truncate' ? [...emptied, ...words] : emptied;
  return targets.some((target) => history.test(target)) && !/^(?:history|fc)$/.test(name)
    ? 'high'
    : null;
}

/** `find ~/Documents … -exec shred`: a home folder, or one that people keep their files in. */
function ofSearch(words: readonly string[]): FindingSeverity | null {
  const [root = ''] = words;
  const isRemoving =
    words.includes('-delete') ||
    words.some(
      (word, at) =>
        /^-(?:exec|execdir|ok)$/.test(word) && /^(?:rm|shred|srm)$/.test(words[at + 1] ?? ''),
    );
  if (!isRemoving) return null;
  if (wholes.test(root) && !words.some((word) => /^-i?name$/.test(word))) return 'critical';
  return personal.test(root) ? 'high' : null;
}

/** Everything of a cluster, whoever it belongs to. */
const ofCluster = (words: string): FindingSeverity | null =>
  /^delete\b/.test(words) &&
  /(?:^|\s)--all(?:\s|$)/.test(words) &&
  /(?:^|\s)(?:ns|namespaces?|pvc?|nodes?|all|secrets?|deploy\w*)(?:\s|$)/.test(words)
    ? 'critical'
    : null;

/** Folders for what people keep, in a home folder. */
const personal =
  /^["']?(?:~|\$\{?HOME\}?|\/home\/[^/]+|\/Users\/[^/]+|\$\w+)["']?\/(?:Documents|Desktop|Pictures|Downloads|Movies|Music|Projects|src)\b/i;

function ofRemoval(words: readonly string[]): FindingSeverity | null {
  const flags = words.filter((word) => word.startsWith('-'));
  const files = words.filter((word) => !word.startsWith('-'));
  if (files.some((file) => history.test(file))) return 'high';
  if (!flags.some((flag) => /^-[a-zA-Z]*[rR]|^--recursive$|^--no-preserve-root$/.test(flag)))
    return null;
  if (files.some((file) => wholes.test(file))) return 'critical';
  if (files.some((file) => system.test(file) && !caches.test(file))) return 'high';
  return files.some((file) => variable.test(file) && !made.test(file)) ? 'medium' : null;
}

const statements = pattern(
  ['drop ', 'truncate '],
  String.raw`\bDROP\s+(?:DATABASE|SCHEMA|TABLE)\s+(?:IF\s+EXISTS\s+)?[\w."]+|` +
    String.raw`\bTRUNCATE\s+TABLE\s+[\w."]+`,
);

/** D06. */
export const lostWork = rule({
  id: 'D06',
  family: 'damage',
  severity: 'medium',
  title: 'Discards project work or data',
  why: 'Overwritten commits, branches and tables are gone for everyone who shares them.',
  confusedWith:
    'Lessons on git and databases. Examples in text, and a push that checks first, are rated ' +
    'low.',
  *look(document) {
    for (const command of document.commands) {
      // A database that the script makes itself, such as one for a test.
      const isOwn =
        command.name === 'dropdb' &&
        document.commands.some(
          ({ name, args }) =>
            name === 'createdb' && args.some(({ text }) => text === command.args.at(-1)?.text),
        );
      const severity = isOwn ? 'low' : weightOfLostWork(command);
      if (severity !== null) yield at(command, { severity });
    }
    for (const match of inCode(document, statements)) yield at(match, { severity: 'low' });
  },
});

function weightOfLostWork({ name, args, part }: ShellCommand): FindingSeverity | null {
  const words = args.map(({ text }) => text);
  const has = (word: RegExp): boolean => words.some((one) => word.test(one));
  const real: FindingSeverity = part.from === 'script' ? 'medium' : 'low';
  if (name === 'dropdb') return real;
  if (name === 'gh' && /^(?:repo|release) delete\b/.test(words.join(' '))) return 'high';
  if (name !== 'git') return null;
  switch (words.find((word) => !word.startsWith('-'))) {
    case 'push':
      if (has(/^(?:--force|-f|--mirror)$/)) return real;
      if (has(/^\+\S/)) return real;
      return has(/^--force-with-lease/) ? 'low' : null;
    case 'reset':
      return has(/^--hard$/) ? 'low' : null;
    case 'clean':
      return has(/^-[a-z]*f/) ? (has(/^-[a-z]*x/) ? real : 'low') : null;
    case 'branch':
      return has(/^-D$/) ? 'low' : null;
    case 'filter-branch':
    case 'filter-repo':
      return real;
    default:
      return null;
  }
}
