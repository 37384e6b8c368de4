import type { FindingSeverity } from '../../../../shared/model/severity.ts';
import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import type { CodeCall } from '../reading/calls.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { inFiles } from '../reading/phrases.ts';
import { at, type RuleHit } from '../rule.ts';

/*
 * What destroys a person's own files by a program's calls, by overwriting them, or by removing the
 * copies that could bring them back.
 */

/** Folders of the home folder that people keep their files in. */
const kept =
  String.raw`(?:Documents?|Desktop|Pictures|Photos|Downloads|Movies|Videos|Music` +
  String.raw`|Projects?|projects?|src|code|work|repos|dev|\.ssh|\.gnupg|\.aws` +
  String.raw`|\.kube|\.config)`;
/**
 * A whole home folder, one of those folders, or one that only a listing or list names. A value may
 * have several paths with spaces between them.
 */
const personalPath = new RegExp(
  String.raw`(?:^|\s)(?:~|\$\{?HOME\}?|/home/[^/\s]+|/Users/[^/\s]+)/?(?:$|\s|\*|\$\w|` +
    String.raw`${kept}(?:/?\*?(?:$|\s)|/\$|/\*))`,
);

const removing =
  /(?:^|\.)(?:rm|rmtree|rmSync|rmdirSync|rm_rf|rm_r|remove_dir_all|RemoveAll|deleteRecursively|deleteDirectory|removeDirRecursive|FileUtils\.(?:rm_rf|remove_dir|deleteDirectory)|Directory\.Delete|remove_tree|rmtree_unsafe|emptyDirSync|removeSync|unlink_recursive|delTree)$/;
const single =
  /(?:^|\.)(?:unlink|unlinkSync|remove|removeItem|remove_file|Remove|File\.Delete|Delete|delete)$/;
const overwriting =
  /(?:^|\.)(?:writeFileSync|writeFile|truncateSync|truncate|write_bytes|write_text|WriteAllBytes|WriteAllText|WriteFile|file_put_contents|ftruncate|binwrite)$/;
const listing =
  /(?:^|\.)(?:readdirSync|readdir|iterdir|listdir|scandir|walk|rglob|glob|iglob|ReadDir|WalkDir|Walk|GetFiles|EnumerateFiles|GetDirectories|RecursiveDirectoryIterator|Find\.find|children|entries|walkFileTree|listFiles|opendir|read_dir|find)$/;
const personalFolders =
  /\bSpecialFolder\.(?:MyDocuments|Personal|Desktop\w*|UserProfile|MyPictures|MyMusic|MyVideos)\b/;

/** Removals and overwrites of personal files by the calls of programs. */
export function* wipesInPrograms({ calls, code, text }: RuleDocument): Generator<RuleHit> {
  for (const part of code) {
    const own = calls.filter((call) => call.part === part);
    const lists = own.filter(
      (call) => listing.test(call.callee) && valuesOf(call).some(isPersonal),
    );
    const said = text.slice(part.start, part.end);
    const isNamed = part.language === 'other' && personalFolders.test(said);
    for (const call of own) {
      const isRemoval = removing.test(call.callee);
      if (!isRemoval && !single.test(call.callee) && !overwriting.test(call.callee)) continue;
      const named = valuesOf(call).filter(isPersonal);
      if (isRemoval && named.length > 0) yield at(call);
      else if (isRemoval && !single.test(call.callee)) continue;
      // One file is written or removed all the time; whatever a listing gives is not.
      else if (named.some(isUnnamed) && lists.length > 0)
        yield at(call, { related: [{ start: lists[0]?.start ?? 0, end: lists[0]?.end ?? 0 }] });
      else if (part.language === 'other' && lists.some((list) => isRightAfter(call, list)))
        yield at(call, { severity: 'high' });
      else if (isNamed && /\b(?:GetFiles|EnumerateFiles)\b/.test(said) && isLooped(call, text))
        yield at(call, { severity: 'high' });
    }
  }
}

const valuesOf = ({ args, receiver }: CodeCall): string[] =>
  [...args.slice(0, 2).map(({ value }) => value), receiver].flatMap((one) => one ?? []);

const isPersonal = (value: string): boolean => personalPath.test(value);
/** `~/*` or `~/$name`: any file, and not one that the program named. */
const isUnnamed = (value: string): boolean => /(?:\*|\$[\w.]+)\/?(?:$|\s)/.test(value);

/** What a language without a grammar does with each file of a list is in the same statement. */
const isRightAfter = (call: CodeCall, list: CodeCall): boolean =>
  list.start < call.start && call.start - list.start < 300;

/** On a line, or right after one, that loops over files. */
const isLooped = ({ start }: CodeCall, text: string): boolean =>
  /\b(?:foreach|for|ForEach|EnumerateFiles|GetFiles)\b/.test(
    text.slice(Math.max(0, start - 300), start),
  );

/** Programs that remove backups, snapshots and ways to recover, by their words. */
const backups: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^tmutil$/, /^(?:deletelocalsnapshots|delete|disable)\b/],
  [/^(?:vssadmin|wbadmin)$/, /^delete\b|^resize shadowstorage/i],
  [/^wmic$/, /\bshadowcopy\b.*\bdelete\b/i],
  [/^bcdedit$/, /recoveryenabled no|bootstatuspolicy ignoreallfailures/i],
  [/^reagentc$/, /\/disable\b/i],
  [/^btrfs$/, /^subvolume delete\b.*(?:snap|backup)/],
  [/^(?:snapper|timeshift)$/, /\bdelete(?:-all)?\b|--delete/],
  [/^restic$/, /\bforget\b.*--keep-last 0|\bforget\b.*--unsafe-allow-remove-all/],
  [/^(?:borg|kopia|duplicity)$/, /^(?:delete\b.*--force|snapshot delete .*--all|remove-all)/],
  [/^velero$/, /^(?:backup|schedule) delete\b.*--all/],
  [
    /^aws$/,
    /^(?:backup delete-(?:backup-vault|recovery-point)|rds delete-db-\w+.*--skip-final-snapshot.*--delete-automated-backups)/,
  ],
  [/^(?:get-wmiobject|gwmi|get-ciminstance)$/, /win32_shadowcopy/i],
];

/** Whether a command removes what would bring lost files back. */
export function removesBackups({ name, args, into }: ShellCommand): boolean {
  const words = args.map(({ text }) => text).join(' ');
  if (!backups.some(([program, expected]) => program.test(name) && expected.test(words)))
    return false;
  return (
    !/^(?:get-|gwmi)/.test(name) ||
    into.length === 0 ||
    into.some((one) => /delete|remove|foreach|invoke|%/.test(one.name))
  );
}

/**
 * `find DIR -exec sh -c '… > "$1"'`, and a loop that writes random bytes over each file of a
 * personal folder.
 */
export function* overwritesInShell({ commands, text }: RuleDocument): Generator<RuleHit> {
  for (const { name, args, start, end, part } of commands) {
    const words = args.map(({ text: word }) => word);
    const isRandom = words.some((word) => /\/dev\/u?random\b/.test(word));
    if (/^(?:get-childitem|gci|dir|ls)$/.test(name) && words.some((word) => windows.test(word))) {
      const rest = text.slice(end, Math.min(part.end, end + 400)).split(/\n\s*\n|;\s*\n/)[0] ?? '';
      if (emptying.test(rest)) yield at({ start, end });
    } else if (name === 'find') {
      const inner = words.slice(words.findIndex((word) => /^-(?:exec|execdir)$/.test(word)) + 1);
      if (
        inner.some((word) => /\/dev\/(?:u?random|zero)\b[\s\S]*>|\bdd\s|>\s*["']?\$\w/.test(word))
      )
        yield at({ start, end });
    } else if (isRandom && (name === 'dd' || name === 'cp' || name === 'shred')) {
      const target = words.find((word) => word.startsWith('of=')) ?? words.at(-1) ?? '';
      const before = text.slice(Math.max(part.start, start - 400), start);
      if (/\$/.test(target) && loops.test(before)) yield at({ start, end });
    }
  }
}

const windows =
  /(?:\$env:USERPROFILE|\$HOME|~)[\\/]*(?:$|Documents|Desktop|Pictures|Downloads|Music|Videos|source)/i;
const emptying =
  /\|[\s\S]*\b(?:Set-Content|Clear-Content|Remove-Item|Out-File)\b[\s\S]*(?:\$_|-Recurse|-Force)|WriteAllBytes\(\s*\$_|\$_\.Delete\(/i;

const loops =
  /\bfind\s+["']?(?:~|\$\{?HOME|\/home|\/Users|\.|"?\$)[\s\S]{0,300}\bwhile\b|\bfor\s+\w+\s+in\s+["']?(?:~|\$\{?HOME|\/home|\/Users)/;

const encrypting =
  /\bopenssl\s+enc\b(?![^\n]{0,300}\s-d\b)|\bgpg2?\b[^\n]{0,300}\s(?:-c|--symmetric|-e|--encrypt)\b|\bage\s+-(?:p|r)\b|\b7za?\s+a\b[^\n]{0,300}\s-p|\bzip\b[^\n]{0,300}\s-(?:P|e)\b|\bFernet\(|\bAES\.new\(|\bcreateCipheriv\(|\baes\.NewCipher\(|\bRijndaelManaged\b|\bAes\.Create\(|\bopenssl_encrypt\(|\bcryptography\.hazmat\b/;
const erasing =
  /\bshred\s+-\w*u|\brm\s+-rf?\s|\bfind\b[^\n]{0,300}(?:-delete|-exec\s+(?:rm|shred))|\bunlink(?:Sync)?\(|\bos\.remove\(|\bFile\.Delete\(|\bRemove-Item\b|\bos\.Remove(?:All)?\(|\.unlink\(/;
/** What only a note to a victim says. */
const demands = pattern(
  ['btc', 'xmr', 'bitcoin', 'monero', 'ransom', ' fee', 'eth', 'usdt'],
  String.raw`\b\d[\d.,]*\s*(?:BTC|XMR|ETH|USDT|bitcoins?)\b|\b(?:pay|send|` +
    String.raw`transfer)\b[^\n]{0,60}\b(?:bitcoins?|monero|BTC|XMR)\b|\bransom\b|\b(?:handling|` +
    String.raw`recovery|release|unlock(?:ing)?) fee\b`,
);

/** A script that encrypts files, removes the originals and asks for money. */
export function* ransoms({ code, text }: RuleDocument): Generator<RuleHit> {
  for (const { start, end, from } of code) {
    if (from !== 'script') continue;
    const said = text.slice(start, end);
    const found = encrypting.exec(said);
    if (found === null || !erasing.test(said) || !demands.test(said)) continue;
    yield at({ start: start + found.index, end: start + found.index + found[0].length });
  }
}

const scheduled = String.raw`\b(?:CREATE\s+(?:OR\s+REPLACE\s+)?(?:DEFINER\s*=\s*\S+\s+)?(?:EVENT|TRIGGER)|cron\.schedule|DBMS_SCHEDULER|sp_add_job\w*|pg_cron)\b`;
const later = pattern(
  ['event', 'trigger', 'cron.schedule', 'dbms_scheduler', 'sp_add_job', 'pg_cron'],
  // A statement's own body may have semicolons, so only its distance bounds it.
  String.raw`${scheduled}[\s\S]{0,900}?\b(?:TRUNCATE\s+(?:TABLE\s+)?([\w."\x60\[\]]+)|` +
    String.raw`DROP\s+(?:TABLE|DATABASE|SCHEMA)\s+(?:IF\s+EXISTS\s+)?([\w."\x60\[\]]+))`,
);
/** Tables that are emptied on purpose. */
const passing = /te?mp|stag|cache|session|log|audit|queue|scratch|import|archive|old|bak/i;
const unbounded = pattern(
  ['md5(rand', 'rand()', 'random()', 'newid()', 'uuid()', 'expire_logs_', 'purge ', 'reset '],
  String.raw`\bUPDATE\s+[\w."\x60]+\s+SET\b[^;]{0,200}\b(?:RAND|RANDOM|NEWID|` +
    String.raw`UUID)\(\)[^;]{0,80};|\bSET\s+GLOBAL\s+(?:binlog_)?expire_logs_\w+\s*=\s*[01]\b|` +
    String.raw`\bPURGE\s+BINARY\s+LOGS\b|\bRESET\s+MASTER\b`,
);

/** Statements that empty tables at a later time, or remove what could restore them. */
export function* wipesInDatabases(document: RuleDocument): Generator<RuleHit> {
  for (const match of inFiles(document, later)) {
    const table = match.groups.find((group) => group !== undefined) ?? '';
    if (!passing.test(table)) yield at(match, { severity: 'high' });
  }
  const severity: FindingSeverity = 'high';
  for (const match of inFiles(document, unbounded))
    if (!/\bWHERE\b/i.test(match.text)) yield at(match, { severity });
}
