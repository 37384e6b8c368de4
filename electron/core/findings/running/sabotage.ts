import type { FindingSeverity } from '../../../../shared/model/severity.ts';
import type { CodePart } from '../reading/literals.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import type { RuleDocument } from '../document.ts';

/*
 * Damage that waits: for a day, for luck, or for certain people. Whoever tries the skill out sees
 * nothing. A condition and what it guards are close together in any language, so both are read from
 * the words.
 */

const now =
  String.raw`\b(?:[nN]ow|today|utcnow|UtcNow|currentTimeMillis|strftime|CURDATE\(\)` +
  String.raw`|CURRENT_DATE|NOW\(\)|GETDATE\(\)|Get-Date|time\.time|getTime|mktime` +
  String.raw`|Date\.now|new Date\(\)|time\(\)|Date\(\))|\bdate\s+["']?\+%` +
  String.raw`|\bEPOCHSECONDS\b`;
/** A day that somebody chose, as a literal of any language. */
const day =
  String.raw`\b(?:20[2-4]\d(?:[-/.,\s]{1,3}(?:time\.\w+` +
  String.raw`|[01]?\d)[-/.,\s]{1,3}[0-3]?\d)|20[2-4]\d[01]\d[0-3]\d` +
  String.raw`|1[6-9]\d{8}(?:\d{3})?)\b`;
const compared =
  String.raw`[<>]=?|-(?:gt|ge|lt|le|eq)\b|\b(?:isAfter|isBefore|Before|After` +
  String.raw`|after|before|compareTo|Equal|timeIntervalSince)\b`;
const onDay = new RegExp(
  String.raw`(?:${now})[^\n]{0,120}?(?:${compared})[^\n]{0,80}?${day}|` +
    String.raw`${day}[^\n]{0,80}?(?:${compared})[^\n]{0,80}?(?:${now})`,
  'g',
);
/** `if (now > Epoch && …)`, where a constant holds the day. */
const onNamedDay = new RegExp(
  String.raw`(?:${now})(?:\(\))?\s*(?:>=?|\.isAfter\(|\.After\(|\.after\()\s*\(?(?:[\w.]*\.)?([A-Z]\w{2,40}|\w*(?:date|expir\w*|deadline|until|cutoff|epoch)\w*)\b`,
  'g',
);
const byChance =
  /(?:\bMath\.random\(\)|\brandom\.(?:random|randint|randrange)\([^)\n]{0,20}\)|\brand(?=\s[<>])|\b(?:mt_)?rand(?:om_int)?\([^)\n]{0,20}\)|\brand\.(?:Intn?|Float64)\([^)\n]{0,10}\)|\bRandom\b[^;\n]{0,40}?\b(?:Next|next)(?:Int|Double)?\([^)\n]{0,20}\)|\$\(?\(?\s*RANDOM\b|\barc4random\w*\([^)\n]{0,20}\)|\bGet-Random\b[^;\n]{0,30}|\bthread_rng\(\)[^;\n]{0,40}|\brand::random(?:::<\w+>)?\(\)|\bfastrand::\w+\([^)\n]{0,20}\)|:rand\.uniform\([^)\n]{0,20}\)|\brunif\([^)\n]{0,10}\)|\bSystem\.nanoTime\(\)|\barc4random\(\)|\bsecrets\.randbelow\([^)\n]{0,20}\)|\bcrypto\.randomInt\([^)\n]{0,20}\))\s*(?:%\s*\d+\s*\)*\s*)?(?:<|>|<=|>=|===?|-(?:lt|le|gt|ge|eq))\s*[\d.]+/gi;
const ofSomebody =
  /\b(?:country(?:_?code)?|cc|timeZone|tzname|tz|locale|LANG|language|hostname\(\)|gethostname\(\)|HOSTNAME|COMPUTERNAME|MachineName|USERDOMAIN|getlogin\(\)|getuser\(\)|userInfo\(\)|whoami|user\.email)\b[^\n]{0,60}?(?:===?|!==?|\.includes\(|\.test\(|\.startsWith\(|\.endsWith\(|\bin\s*[[({]|=~|-match|-eq|-like|\)["']?\s+in\s+\*)|\[\s*["'][A-Z]{2}["'](?:\s*,\s*["'][A-Z]{2}["'])*\s*\]\.includes\(|\/[^/\n]{2,60}\/\.test\(\s*(?:os\.)?hostname\(/g;

const conditional = /\b(?:if|unless|elsif|elif|while|when|case|and)\b|&&|\?|\[\s|\btest\s/i;

const kills =
  /\bprocess\.(?:exit|kill|abort)\(|\bos\._exit\(|\bos\.kill\(|\.Kill\(\)|\bEnvironment\.(?:Exit|FailFast)\(|\bSystem\.exit\(|\bhalt\(|\babort\(\)|\bprocess::exit\(|\bkill\s+-9\b|\bpkill\b|\bexit!|\bStop-Process\b|\bos\.Exit\(|\bshutdown\s+-/;
const destroys =
  /\bdropDatabase\(|\bdeleteMany\(\s*\{\s*\}|\bflushall\b|\barray_map\(\s*["']unlink|\brmtree\(|\b(?:rm|unlink|rmdir|writeFile|truncate)Sync\(|\bunlink\(|\bRemoveAll\(|\bremove_dir_all\(|\b(?:File|Directory)\.Delete\(|\bdeleteRecursively\(|\brm\s+-[a-zA-Z]*[rf]|\bDROP\s+(?:TABLE|DATABASE)\b|\bTRUNCATE\b|\bDELETE\s+FROM\b|\bshred\b|\/dev\/u?random\b|\b1\s*=\s*0\b|\bRemove-Item\b[^\n]{0,200}-Recurse|\bFileUtils\.rm_rf\b|\brm_rf\b|\.toFile\(\)\.delete\(|\bFiles\.(?:delete|walk)\w*\(|\bFile\.rm_rf|\brm_rf!?\(|\bdeleteRecursive\w*\(|\bremoveSync\(|\bos\.remove\(|\bdeleteTree\b|\bsweep\(|\bwipe\w*\(|\bdestroy\w*\(/;
/** A figure that is changed a little, which nobody notices. */
const falsifies = /\*=?\s*[01]\.\d{2,}|\bround\([^)\n]{0,60}[-+]\s*0?\.\d/;
const caches = /cache|te?mp|\bgc\b|sessions?|stale|prune|expired|old|log/i;
/** What belongs to the person and not to the program. */
const everything =
  /\bhomedir\(\)|\bPath\.home\(\)|\bUserHomeDir\b|\bcwd\(\)|\$\{?HOME\b|~\/|\brm\s+-[a-zA-Z]*r[a-zA-Z]*\s+["']?(?:\/|\*|\.)|Documents|Desktop|--show-toplevel|\/\.git\b/;

/** How far what a condition guards may be (UTF-16 units). */
const reach = { kill: 220, damage: 700 } as const;
/** The most conditions of one part, because an attacker chooses how many there are. */
const mostConditions = 200;

/** X15. */
export const conditionalDamage = rule({
  id: 'X15',
  family: 'running',
  severity: 'high',
  title: 'Does damage only on some days, by chance or to some people',
  why:
    'A trial run shows nothing. The condition is there so that whoever checks the program never ' +
    'sees what it does.',
  confusedWith:
    'A trial version that stops on a day is rated medium. Caches that are cleaned by chance are ' +
    'ignored.',
  *look({ code, text, kind }) {
    if (kind.kind === 'data' && kind.format === 'sql')
      yield* conditionsIn({ start: 0, end: text.length }, text);
    for (const part of code)
      if (part.from !== 'inline' && !(part.from === 'fence' && part.language === 'bash'))
        yield* conditionsIn(part, text);
  },
});

function* conditionsIn(
  { start, end }: Pick<CodePart, 'start' | 'end'>,
  text: string,
): Generator<RuleHit> {
  const said = withoutComments(text.slice(start, end));
  if (!kills.test(said) && !destroys.test(said) && !falsifies.test(said)) return;
  const found: RuleHit[] = [];
  const add = (match: RegExpExecArray, severity: FindingSeverity): void => {
    const from = start + match.index;
    if (!found.some((one) => Math.abs(one.start - from) < 200))
      found.push(at({ start: from, end: from + match[0].length }, { severity }));
  };
  const guarded = (match: RegExpExecArray, effect: RegExp, most: number): string | null => {
    const line = said.slice(said.lastIndexOf('\n', match.index) + 1, match.index + match[0].length);
    const rest = said.slice(match.index + match[0].length, match.index + match[0].length + most);
    const isGuard = conditional.test(line) || /^[^\n]{0,60}\?/.test(rest);
    const hit = isGuard ? effect.exec(rest) : null;
    return hit === null ? null : rest.slice(0, hit.index + hit[0].length + 120);
  };
  const each = (expression: RegExp): RegExpExecArray[] =>
    [...said.matchAll(expression)].slice(0, mostConditions);
  const days = [...each(onDay), ...each(onNamedDay).filter((one) => isDay(said, one[1] ?? ''))];
  for (const match of days) if (guarded(match, destroys, reach.damage) !== null) add(match, 'high');
  for (const match of each(byChance)) {
    const near = days.some(({ index }) => Math.abs(index - match.index) < 160);
    const killed = guarded(match, kills, reach.kill) !== null;
    const lost = guarded(match, destroys, reach.damage);
    const falsified = near && guarded(match, falsifies, reach.kill) !== null;
    if (killed || falsified || (lost !== null && (near || !caches.test(lost)))) add(match, 'high');
  }
  for (const match of days) if (guarded(match, kills, reach.kill) !== null) add(match, 'medium');
  for (const match of each(ofSomebody)) {
    const lost = guarded(match, destroys, reach.damage);
    if (lost !== null && everything.test(lost)) add(match, 'high');
  }
  yield* found.sort((a, b) => a.start - b.start);
}

/** Whether a name holds a literal day. */
const isDay = (said: string, name: string): boolean =>
  name !== '' &&
  new RegExp(String.raw`\b${name}\b\s*(?::\s*\w+\s*)?:?=[^\n]{0,60}?${day}`).test(said);

/** Of the same length, so that places stay the same. */
const withoutComments = (text: string): string =>
  text.replaceAll(/(?:^|[ \t])(?:#|\/\/)[^\n]*/g, (comment) => ' '.repeat(comment.length));

/** Addresses of wallets, as programs write them. */
const wallet =
  /\b0x[0-9a-fA-F]{40}\b|\bbc1[02-9ac-hj-np-z]{20,60}\b|["'`][13][1-9A-HJ-NP-Za-km-z]{25,34}["'`]|["'`]T[1-9A-HJ-NP-Za-km-z]{33}["'`]|\b[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}\b/;
/** An expression that finds any wallet. */
const finder =
  /0x\[[a-fA-F0-9-]{3,12}\]\{40\}|\(?bc1\b[^\n]{0,20}\[|\[13\]\)?\[[a-zA-Z\d-]{5,40}\]|T\[[a-zA-Z\d-]{5,40}\]\{33\}/;
/** A function that carries a payment or shows its address, replaced by the program's own. */
const replaced =
  /\b(?:ethereum|solana|web3|provider|tronWeb)\.(?:request|send|sendAsync|signTransaction|signAndSendTransaction)\s*=\s*(?:async\b|function\b|\(|\w+\s*=>|new\s+Proxy)|\b(?:window|globalThis|self|global)\.fetch\s*=\s*(?:async\b|function\b|\(|\w+\s*=>|new\s+Proxy)|\bXMLHttpRequest\.prototype\.(?:open|send)\s*=/;
const clipboard =
  /\bpyperclip\.copy\(|\bclipboard\.write\w*\(|\bclipboardy\.write\w*\(|\bSet-Clipboard\b|\bSetClipboardData\b|\bpbcopy\b|\bxclip\b|\bclipboard_append\(/;
const endless =
  /\b(?:maxUint256|MaxUint256|MAX_UINT(?:256)?|constants\.MaxUint256)\b|\btype\(uint256\)\.max\b|\b2n?\s*\*\*\s*256n?\s*-\s*1|\b0x[fF]{64}\b/;
const approval = /\bapprove\b|\bsetApprovalForAll\b|\bincreaseAllowance\b|\bpermit\(/;
/** Bytes that become an address only when they are combined with a number. */
const builtAddress =
  /\^\s*(?:0x[\da-f]{1,2}|\d{1,3})\s*\)+\s*\.toString\(\s*16\s*\)|\^\s*(?:0x[\da-f]{1,2}|\d{1,3})\s*(?::02x|for\s+\w+\s+in)|%02x[^\n]{0,60}\^/i;
const bytes = /(?:(?:0x[\da-f]{1,2}|\d{1,3})\s*,\s*){19,}/i;

/** X16. */
export const swappedPayment = rule({
  id: 'X16',
  family: 'running',
  severity: 'critical',
  title: 'Changes where a payment goes',
  why:
    'The person sees one address and confirms, and the money goes to another. A payment in ' +
    "coins can't be taken back.",
  confusedWith:
    'Wallet libraries that wrap a provider without an address of their own. An approval ' +
    'without a ' +
    'limit is rated medium.',
  *look({ code, text }: RuleDocument) {
    for (const part of code) if (part.from === 'script') yield* inPart(part, text);
  },
});

/** A bank account that the program itself has, also in pieces. */
const account = /["'`][A-Z]{2}\d{2}(?:["'`,\s]{0,5}[A-Z\d]{4}){3,7}/g;
/** The account that was asked for, under any name of its field. */
const given =
  /(?:\.|\[["'`]|->)(?:iban|account(?:_?(?:no|number|id))?|bank_?account|payee|wallet)\b/i;
const choosing = /[<>%]=?\s*\d|[!=]==?|\bif\b|\bunless\b|\?\?|\|\||\breplace\w*\(|\bsub\(/;
/** Texts about what an account looks like. */
const showing =
  /\b(?:valid\w*|example|sample|test\w*|assert\w*|expect|placeholder|demo|mod\s?97|checksum)\b/i;

/** An account of its own in place of the one that was given, under a condition. */
function* otherAccount(said: string, offset: number): Generator<RuleHit> {
  for (const { 0: whole, index } of [...said.matchAll(account)].slice(0, 20)) {
    const around = said.slice(Math.max(0, index - 300), index + whole.length + 300);
    const start = offset + index;
    if (given.test(around) && choosing.test(around) && !showing.test(around))
      yield at({ start, end: start + whole.length }, { severity: 'high' });
  }
}

function* inPart({ start, end }: CodePart, text: string): Generator<RuleHit> {
  const said = text.slice(start, end);
  yield* otherAccount(said, start);
  const place = ({ index, 0: found }: RegExpExecArray): { start: number; end: number } => ({
    start: start + index,
    end: start + index + found.length,
  });
  const hooked = replaced.exec(said) ?? (finder.test(said) ? clipboard.exec(said) : null);
  if (hooked !== null && wallet.test(said)) yield at(place(hooked));
  const built = bytes.test(said) ? builtAddress.exec(said) : null;
  if (built !== null) yield at(place(built), { severity: 'high' });
  const limitless = approval.test(said) ? endless.exec(said) : null;
  if (limitless !== null) yield at(place(limitless), { severity: 'medium' });
}
