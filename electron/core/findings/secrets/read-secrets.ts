import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { isAbout, perDocument } from '../knowledge/about.ts';
import { unlessAsked } from '../knowledge/asked-first.ts';
import { isKept, signsIn } from '../knowledge/kept-secrets.ts';
import { secretFiles, secretFileWords } from '../knowledge/secret-files.ts';
import { secretReads, type SecretRead } from '../knowledge/secret-reads.ts';
import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import { inCode, inFiles, phrases } from '../reading/phrases.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import { environmentDumps, environmentReads, isSecretName } from '../knowledge/environment.ts';
import { nodesIn } from '../reading/tree.ts';
import {
  agentFileWords,
  agentSecrets,
  agentSettings,
  skillFolders,
} from '../knowledge/agent-files.ts';
import { readsOf, writesOf } from '../knowledge/file-use.ts';
import { leavingOf, sendersOf } from '../knowledge/leaving.ts';
import { wordsOf } from '../knowledge/programs.ts';

const orders = pattern(
  secretFileWords,
  String.raw`\b(?:read|cat|open|copy|collect|gather|grab|extract|dump|include|upload|send|attach|` +
    String.raw`fetch|output|print|exfiltrate|archive|zip|load|retrieve|steal|harvest|` +
    String.raw`scan)\s+(?:\w+\s+){0,6}?(?:the\s+|your\s+|any\s+|all\s+)?(?:contents?\s+of\s+|` +
    String.raw`files?\s+(?:in|at|from)\s+)?[\x60"'(]*${secretFiles}`,
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
    for (const read of secretReads(document)) {
      const severity = severityOf(document, read);
      yield at(read, {
        ...(read.command?.part.from === 'inline' ? { confidence: 'medium' } : {}),
        ...(severity === null ? {} : { severity }),
      });
    }
    for (const match of inCode(document, printedContext)) yield at(match);
    const isForensic = isAbout(document, forensics);
    yield* phrases(document, orders, ({ text, end }) => {
      const said = text + document.text.slice(end, end + 8);
      if (isForensic && said.includes('/etc/')) return { severity: 'medium' };
      return /\.pub\b|known_hosts|\.example\b/.test(said) ||
        /\.ssh[/\\]?(?:config)?[\x60"']?$/.test(text)
        ? null
        : {};
    });
  },
});

/** Which pages somebody saw, and no key to any of them. */
const isVisited = (source: string): boolean =>
  /places\.sqlite|[\\/](?:History|Bookmarks|Favicons)\b|\bHistory\.db\b/.test(source) &&
  !/cookies|login|key[34]\.db|web data|local state/i.test(source);

/** Whoever looks for traces of a break-in reads what was typed. */
const forensics =
  /\b(?:incidents?|forensics?|compromised?|intrusions?|breach\w*|triage|first hour|evidence)\b/i;

/** A project's own settings, which name its registries, unlike the one in the home folder. */
const ofProject = /^["'`]?(?:\.\/)?\.(?:npmrc|pypirc)["'`]?$/;

/** A program that sends nothing and changes no such file. */
const isOnlyRead = perDocument(
  (document) =>
    sendersOf(document).length === 0 &&
    !document.calls.some(({ callee }) => /(?:write|append)\w*$/i.test(callee)),
);

/** How severe a read is; null if as severe as the rule. */
function severityOf(document: RuleDocument, read: SecretRead): FindingSeverity | null {
  if (isKept(document, read)) return 'low';
  const source = document.text.slice(read.start, read.end);
  if (isVisited(source)) return unlessAsked(document, read, 'medium');
  if (read.kind === 'shell history' && isAbout(document, forensics)) return 'low';
  if (read.kind === 'clipboard' && isAbout(document, /\b(?:clipboard|pasteboard)\b/i)) return 'low';
  if (read.command === null && ofProject.test(read.file ?? '') && isOnlyRead(document))
    return 'low';
  // A copy that is sealed as evidence.
  if (read.kind === 'system accounts' && isAbout(document, forensics)) return 'medium';
  if (!read.isPrinted) return null;
  const { command } = read;
  // Where a program sends an item that its user keeps for it has rules of its own.
  if (command === null) return namesItem.test(source) ? 'medium' : null;
  if (makesKey.test(wordsOf(command)) || read.kind === 'cloud state') return 'medium';
  if (isDisclosed(document, read)) return null;
  // A script takes it on its own; a guide shows how.
  return command.part.from !== 'script' || isHandedOn(document, read) ? 'low' : 'medium';
}

/** An item by its name. */
const namesItem = /^(?:keyring\.get_password|keytar\.getPassword)\(\s*[^)\s]/;
/** A new key, which is nobody's yet. */
const makesKey =
  /^(?:iam create-access-key|iam service-accounts keys create|ad sp create-for-rbac|token create)\b/;

/** What isn't done with it. */
const undone = /\b(?:do not|don['’]t|never|without|not)\s+(?:\w+\s+){0,2}\w+/gi;
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
    return disclosing.test(around.replaceAll(undone, ''));
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
const isHandedOn = ({ text }: RuleDocument, read: SecretRead): boolean => {
  const { command, start } = read;
  if (command === null) return false;
  const isInput = command.into.some(
    (one) =>
      one.args.some((word) => /^--?(?:password|token)-?stdin$/.test(word.text)) &&
      !one.program.includes('/') &&
      signsIn(one, read),
  );
  return (
    isInput ||
    /(?:^|[\s;`])(?:export\s+)?[A-Z][A-Z0-9_]*=["']?\$\(\s*$/.test(
      text.slice(Math.max(0, start - 60), start),
    )
  );
};

const isWritingProgram = (name: string): boolean => /^(?:tee|curl|nc|ncat|wget)$/.test(name);

/** `T=$(…)`: what becomes of the variable is followed elsewhere. */
const isAssigned = (text: string, start: number): boolean =>
  /=\s*["']?(?:\$\(|`)\s*$/.test(text.slice(Math.max(0, start - 20), start));

/** E02. */
export const environment = rule({
  id: 'E02',
  family: 'secrets',
  severity: 'medium',
  title: 'Collects the environment',
  why:
    'Programs get their keys through the environment. Reading all of it gives away every ' +
    "program's keys, not only those the skill needs.",
  confusedWith:
    'Passing the environment to a child process, and reading single variables, are ignored. ' +
    'Collecting keys of several services is rated higher.',
  *look(document) {
    for (const dump of environmentDumps(document))
      yield at(dump, dump.narrow ? { severity: 'low' } : {});
    for (const match of workflowSecrets.all(document.text)) yield at(match, { severity: 'high' });
    yield* collections(document);
  },
});

/** Every secret of a workflow at once. */
const workflowSecrets = pattern(['tojson'], String.raw`toJSON\(\s*secrets\s*\)`);

/** One list or table with the secrets of different services, which no client needs. */
function* collections(document: RuleDocument): Generator<RuleHit> {
  const secrets = environmentReads(document).filter(
    ({ name }) => name !== null && isSecretName(name),
  );
  if (secrets.length < 2) return;
  for (const { tree } of document.code) {
    if (tree === null) continue;
    let end = -1;
    for (const node of nodesIn(tree)) {
      if (!/^(?:dictionary|list|object|array|hash|tuple|set)$/.test(node.type) || node.start < end)
        continue;
      const inside = secrets.filter((read) => node.start <= read.start && read.end <= node.end);
      const services = new Set(inside.map(({ name }) => serviceOf(name ?? '')));
      const kept = inside.filter(({ name }) =>
        isKeptByName(document.text.slice(node.start, node.end), name ?? ''),
      );
      if (services.size < 2 || kept.length < 2) continue;
      end = node.end;
      yield at(node, {
        severity: 'high',
        related: inside.map((read) => ({ start: read.start, end: read.end })),
      });
    }
  }
}

/** `AWS` of `AWS_SECRET_ACCESS_KEY`. */
const serviceOf = (name: string): string => name.split('_')[0] ?? name;

/** Whether the value is stored under the variable's own name, so it is collected and not used. */
const isKeptByName = (table: string, name: string): boolean =>
  new RegExp(`["']${name.replace(/\W/g, '')}["']\\s*(?::|=>|,)`).test(table) ||
  new RegExp(`\\b${name.replace(/\W/g, '')}\\s*:`).test(table);

const secrets = pattern(agentFileWords, agentSecrets);
const settings = pattern(agentFileWords, agentSettings);
const settingsOrders = pattern(
  agentFileWords,
  String.raw`\b(?:read|cat|open|copy|collect|gather|extract|dump|include|upload|send|load|` +
    String.raw`retrieve|scan|parse)\s+(?:\w+\s+){0,6}?[\x60"'(]*${agentSecrets}`,
);

const isListed = (use: object): boolean =>
  'name' in use && /^(?:ls|find|tree)$/.test(String(use.name));

/**
 * A program that picks named settings of a file that also has sessions in it, and has no way to
 * send them.
 */
const readsSettings = (document: RuleDocument): boolean =>
  document.kind.kind === 'code' &&
  /\b(?:mcpServers|permissions|defaultMode|hooks|enabledPlugins)\b/.test(document.text) &&
  !/\b(?:history|credentials|oauth\w*|primaryApiKey|projects?\/|sessions?|transcripts?)\b/i.test(
    document.text,
  ) &&
  sendersOf(document).length === 0 &&
  leavingOf(document).length === 0;

/** E03. */
export const agentSettingsRead = rule({
  id: 'E03',
  family: 'secrets',
  severity: 'high',
  title: "Reads your agents' settings or sessions",
  why:
    "They hold server keys, other sessions' conversations and what you've allowed. A skill " +
    'needs none of these.',
  confusedWith:
    'Setup help for an app reads its settings. Settings are rated low; keys and sessions, ' +
    'high.',
  *look(document) {
    const found = readsOf(document, secrets);
    const isReview = readsSettings(document);
    for (const use of found)
      yield at(
        use,
        isListed(use)
          ? { severity: 'medium' }
          : isReview && 'callee' in use
            ? { severity: 'low' }
            : {},
      );
    for (const use of readsOf(document, settings))
      if (!found.some(({ start }) => start === use.start)) yield at(use, { severity: 'low' });
    yield* phrases(document, settingsOrders, () => ({ confidence: 'medium' }));
  },
});

/** All skills at once, unlike one by name. */
const everySkill = pattern(
  agentFileWords,
  String.raw`${skillFolders}(?:[/\\]?['"]?\s*$|[/\\]?['"]?\s*\)|[/\\](?:\*|\$)|[/\\]?$)`,
);
/** A file that a skill already has, unlike a new skill in its own folder. */
const anySkill = pattern(
  agentFileWords,
  String.raw`${skillFolders}(?:[/\\][\w.*{}$-]+)*[/\\](?:SKILL\.md|\*)|(?:~|` +
    String.raw`\$\{?HOME\}?)[/\\]${skillFolders}[/\\]?["']?\s*$`,
);

/** E04. */
export const otherSkills = rule({
  id: 'E04',
  family: 'secrets',
  severity: 'high',
  title: 'Reads or changes other skills',
  why:
    'You reviewed other skills as they were. A skill that edits them changes what you ' +
    'approved; one that lists them may be looking for something to use.',
  confusedWith: 'Skill managers do this by design. Listing alone is rated medium.',
  *look(document) {
    for (const use of writesOf(document, anySkill)) yield at(use, { confidence: 'medium' });
    for (const use of readsOf(document, everySkill)) yield at(use, { severity: 'medium' });
  },
});

/** Placeholders that people write; no working key looks like them. */
const placeholder =
  /x{4,}|\*{3,}|\.{3}|…|example|sample|dummy|fake|your[_-]|changeme|placeholder|redacted|<[^>]{1,40}>|\{\{|\$\{|test[_-]?key|0{8}|1234567|abcdef|AKIAIOSFODNN7/i;
/** The share of different letters: keys are random, unlike words and separators. */
const fewestKinds = 8;

/** A password for a database on this machine, as tests and containers use it. */
const isThrowAway = (source: string): boolean =>
  /:\/\/[^:@\s]{0,40}:[\w-]{1,20}@(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|db|postgres|mysql|redis|mongo(?:db)?|rabbitmq|host\.docker\.internal)\b/.test(
    source,
  );

/** E14. */
export const secretInFile = rule({
  id: 'E14',
  family: 'secrets',
  severity: 'high',
  title: 'Looks like a real key or token',
  why:
    "Anyone who gets this file has the key. It opens something of its owner's, or it's there " +
    'to be used on your behalf.',
  confusedWith: 'Placeholders and example keys, which are ignored where they say so.',
  *look({ secrets, text, opened }) {
    if (opened.length > 0) return;
    for (const { start, end, kind } of secrets) {
      const source = text.slice(start, end);
      const isKeyBlock = kind === 'privatekey';
      const isMadeUp =
        (!isKeyBlock && placeholder.test(source)) || new Set(source).size < fewestKinds;
      const emptyBlock =
        isKeyBlock && source.replaceAll(/-----[^-]*-----|\s|[^A-Za-z0-9+/=]/g, '').length < 100;
      if (!isMadeUp && !emptyBlock && !isThrowAway(source)) yield at({ start, end });
    }
  },
});

const recorders = pattern(
  [
    'ffmpeg',
    'arecord',
    'parec',
    'screencapture',
    'import -',
    'scrot',
    'grim',
    'gnome-screenshot',
    'pynput',
    'keyboard.',
    'pyautogui',
    'imagegrab',
    'mss',
    'xinput',
    'sounddevice',
    'pyaudio',
    'uiohook',
    'iohook',
    'getasynckeystate',
    'copyfromscreen',
    'imagesnap',
    'fswebcam',
    'videocapture',
  ],
  String.raw`\bffmpeg\b[^\n]*-f\s+(?:pulse|alsa|avfoundation|x11grab|gdigrab|dshow|v4l2` +
    String.raw`|kmsgrab)\b|\b(?:arecord|parec(?:ord)?)\s+-|\bscreencapture\s+-` +
    String.raw`|\bimport\s+(?:-\S+\s+)*-window\s+root|\b(?:scrot|grim|gnome-screenshot` +
    String.raw`|imagesnap|fswebcam)\b|\bpynput\b|\bkeyboard\.(?:on_press|hook|record)\b` +
    String.raw`|\bpyautogui\.screenshot\b|\bImageGrab\.grab\b|\bmss\.mss\b|\bxinput\s+test\b` +
    String.raw`|\bsounddevice\b|\bPyAudio\(|\b(?:ui|i)ohook\b|\bGetAsyncKeyState\b` +
    String.raw`|\bCopyFromScreen\b|\bVideoCapture\(\s*0`,
);

/** What people type into a page, which goes to another host than the page's own. */
const skimmers = pattern(
  [
    'addeventlistener',
    'cc-number',
    'cc-csc',
    'onsubmit',
    '$_post',
    '$_request',
    'req.body',
    'request.form',
  ],
  String.raw`\baddEventListener\(\s*["'\x60](?:submit|input|change|keyup|keydown|keypress|blur|` +
    String.raw`paste)["'\x60][\s\S]{0,400}?(?:\bsendBeacon\(\s*["'\x60]https?://|` +
    String.raw`\.src\s*=\s*["'\x60]https?://|\bnew\s+Image\b[\s\S]{0,60}?https?://)` +
    String.raw`|\bcc-(?:number|csc)\b[\s\S]*?(?:\.src\s*=\s*` +
    String.raw`|\bsendBeacon\(\s*)["'\x60]https?://[^"'\x60\s]*["'\x60]\s*[+,]` +
    String.raw`|\baddEventListener\(\s*["'\x60](?:submit|input|change|keyup|keydown|keypress|` +
    String.raw`blur|paste)["'\x60][\s\S]{0,300}?\b(?:passw|card|cvv|cvc|iban|pin|ssn|seed|` +
    String.raw`mnemonic)\w*[\s\S]{0,200}?\bfetch\(\s*["'\x60]https?://` +
    String.raw`|\b(?:file_get_contents|fopen|curl_init|curl_setopt|http_get|wp_remote_(?:get` +
    String.raw`|post)|fsockopen|mail)\s*\([^;]{0,200}(?:https?://|@)[^;]{0,200}\$_(?:POST` +
    String.raw`|REQUEST)\b` +
    String.raw`|\b(?:requests\.(?:post|get)|urlopen|fetch|axios\.(?:post|get)` +
    String.raw`|https?\.get)\(\s*f?["'\x60]https?://[^;\n]{0,200}\b(?:req\.body` +
    String.raw`|request\.form)\b[^;\n]{0,40}passw`,
);

/** E16. */
export const recording = rule({
  id: 'E16',
  family: 'secrets',
  severity: 'high',
  title: 'Records the screen, the microphone, the keys or a form, and sends data',
  why: 'Whoever gets a recording sees and hears everything that happens beside the task.',
  confusedWith:
    'Tools for screenshots and transcripts that keep what they record here are ignored, as are ' +
    'forms that a page sends to its own host.',
  *look(document) {
    for (const match of inFiles(document, skimmers)) if (!isOwnHost(match.text)) yield at(match);
    const [sender] = sendersOf(document).filter(({ body }) => body.length > 0);
    if (sender === undefined) return;
    const { start, end } = sender;
    for (const match of inCode(document, recorders)) yield at(match, { related: [{ start, end }] });
  },
});

const isOwnHost = (said: string): boolean =>
  /https?:\/\/(?:localhost|127\.|(?:[\w-]+\.)*example\.(?:com|org|net))/.test(said);
