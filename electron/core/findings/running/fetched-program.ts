import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import {
  addressIn,
  isBareInstaller,
  isDownload,
  isKnownInstaller,
  isOwnInstaller,
  isVersionedRelease,
  targetOf,
  isFetch,
} from '../knowledge/downloads.ts';
import { base, clonedRunOf, savedRunOf, unpackedRunOf, type SavedRun } from './download-and-run.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { startsProcess } from '../reading/shell-in-calls.ts';
import { childOf, nodesIn, type SyntaxNode } from '../reading/tree.ts';
import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import type { RuleDocument } from '../document.ts';
import type { CodeCall } from '../reading/calls.ts';
import type { CodePart } from '../reading/literals.ts';

const saving =
  /^(?:urllib\.request\.urlretrieve|urlretrieve|wget\.download|requests\.get|httpx\.get|fetch|axios\.get|https?\.get)$/;
const marking =
  /^(?:os\.chmod|fs\.chmodSync|fs\.chmod|fs\.promises\.chmod|File\.chmod|FileUtils\.chmod|\?\.chmod)$/;

/**
 * A program that no scanner sees before it runs: in an archive with a password, or as a command that
 * a page shows.
 */
const unseenPrograms = pattern(
  ['password', 'passphrase', 'paste'],
  String.raw`\.(?:zip|7z|rar|dmg|iso)\b[^\n]{0,200}?\b(?:extract|unzip|unpack|open|` +
    String.raw`decrypt)\w*\b[^.\n]{0,60}?\b(?:with|using)\s+(?:the\s+)?(?:password|` +
    String.raw`passphrase)\b[^.\n]{0,80}?\b(?:run|start|launch|execute|install)\b` +
    String.raw`|\b(?:https?://|page|site|website)[^\n]{0,160}?\bcopy\s+the\s+(?:command|line|` +
    String.raw`code|snippet|script)\b[^.\n]{0,60}?\bpaste\b[^.\n]{0,40}?\b(?:terminal|powershell|` +
    String.raw`console|command\s+prompt|shell)\b`,
);

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
    yield* phrases(document, unseenPrograms);
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
      if (
        later === null &&
        !isLocked(commands, command, target) &&
        !isHiddenProgram(commands, command, target)
      )
        continue;
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

/** A file that most lists leave out, made executable for whatever starts it later. */
const isHiddenProgram = (
  all: readonly ShellCommand[],
  from: ShellCommand,
  target: string,
): boolean =>
  base(target).startsWith('.') &&
  all.some(
    ({ name, args, start }) =>
      start > from.start &&
      /^(?:chmod|install)$/.test(name) &&
      args.some(({ text }) => base(text) === base(target)) &&
      (name === 'install' || args.some(({ text }) => /^[0-7]*[1357][0-7]*$|\+x|=.*x/.test(text))),
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
  // Somebody would have to change the digest in the skill, too.
  if (own.severity === 'medium' && later?.isChecked === true && digest.test(document.text))
    return { severity: 'low' };
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

/** SHA-256 or longer, written out. */
const digest = /(?<![0-9a-f])[0-9a-f]{64,128}(?![0-9a-f])/i;

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

/*
 * Code that fetches or decodes something and code that runs what is built at run time, in one
 * script. How the one reaches the other can be written in more ways than can be followed, so it
 * isn't.
 */

const fetches =
  /\b(?:urlopen|urlretrieve)\(|\brequests\.(?:get|post|request|Session)\b|\bhttpx\.|\bHTTPS?Connection\(|\bgetresponse\(|\bhttps?\.(?:get|request)\(|\bfetch\(|\baxios\b|\bURI\.open\b|\bNet::HTTP\b|\b(?:HTTParty|Faraday|RestClient|Excon)\b|\bHTTP::Tiny\b|\bLWP::|\bhttp\.Get\(|\bDownload(?:String|Data|File)\b|\bNet\.WebClient\b|\bInvoke-(?:WebRequest|RestMethod)\b|\b(?:iwr|irm)\s|\bResolve-DnsName\b|\bGet(?:String|ByteArray|Stream)Async\b|\bStart-BitsTransfer\b|\bcurl\.exe\b|\bWebRequest\]?::|\bcurl\s+-|\breqwest::|\bureq::|\breadLines\(\s*["']https?:|\bsource\(\s*["']https?:|\binclude(?:_once)?\s*\(?\s*["']https?:|\bsocket\.http\b|\bhttp\.(?:Post|Request)\(|\bURL\([^)\n]*\)\.open|\bHttpClient\b|\bdns_get_record\b|\bLookupTXT\b|\bretrbinary\(|\bget_object\(|\bcreate_connection\(|\bcurl_exec\(|\bfile_get_contents\(\s*["']https?:|\bimport\(\s*["'`]https?:|\bpaho\b|\bmqtt\.|\bon_message\b|\bpika\.|\bpubsub\(|\bsocketio\b|\bIMAP4|:httpc\.request|\b(?:Req|HTTPoison|Tesla|HTTP)\.get!?\(|\bcontentsOf:\s*URL\(|\bURLSession\b|\bSource\.fromURL\(|\bhttp\.get\(\s*Uri\.|\bURL\(\s*"https?:|\b(?:MSXML2|WinHttp)\b|\bServerXMLHTTP\b|\bUrlFetchApp\b|\burl-retrieve\w*|\bslurp\s+"https?:|\bnewHttpClient\b|\bgetContent\(|\bDownloads\.download\(|(?<![\w.])download\(\s*"https?:|\bgetprint\b|\bLWP\b|(?<![\w.>])get\s*\(?\s*["']https?:|["'](?:\/usr\/bin\/)?(?:curl|wget)["'\s]|\bfile\(\s*DOWNLOAD\b|\bDownload(?:String|Data)Task\b|\bgeturl\b|\bhttpGet\w*\(|\bsimpleHTTP\b|\bCohttp\w*|\bhttpc:request\b|["']\s*\)?\s*\.toURL\b|\bAnyEvent::HTTP\b|\bMojo::UserAgent\b|\bGuzzle\w*|\bHttp::(?:get|timeout|withHeaders)\b|\bTelegraf\b|\bTeleBot\b|\bTelegramBot\b|\bgetUpdates\b|\bdiscord(?:\.js)?["']|\b@slack\/bolt\b|\bslack_bolt\b|\bconversations[._]history\b|\bws\.on\(\s*["']message|\bcreateClient\([\s\S]{0,200}\bsubscribe\(|\bonSnapshot\(|\bonValue\(/i;
/** Code from bytes or text that no file of the skill holds. */
const builds =
  /\(0,\s*eval\)\(|\b(?:globalThis|window|global)(?:\.eval\(|\[["'`]eval)|(?<![\w.'-])(?:exec|eval)\(\s*(?:compile\(|(?!["'`)])[\w.[(])|\bexec_module\(|\bSourceLoader\b|\bmarshal\.loads\(|\bspec_from_loader\(|\bnew\s+Function\(\s*(?!["'`]return\b)|\bvm\.(?:runIn\w+|Script)\b|\._compile\(|\bKernel\.load\b|(?<![\w.])(?:instance_eval|class_eval|module_eval)\b\s*[({]?\s*[A-Za-z]|\[scriptblock\]::Create\(|\bInvoke-Expression\b|\biex\b|(?:Invo|Expr)["']\s*\+|\bplugin\.Open\(|\bcreate_function\(|\.constructor\.constructor\b|\bmodule\.constructor\b|\b(?:\w{1,20}_)?(?:tempnam|get_temp_dir|tmpfile)\b[\s\S]{0,400}?\b(?:include|require)(?:_once)?\s*\(?\s*\$|&\s*\(\s*(?:Get-Command|gcm|Get-Alias|gal)\b|\.\s*\(\s*(?:Get-Command|gcm)\b|\.arguments\s*=\s*\[\s*"-c"\s*,\s*(?!")|\bProcess\.run\(\s*"(?:ba|z)?sh"\s*,\s*\[\s*"-c"\s*,\s*(?!["'])|\bWebAssembly\.(?:instantiate|compile)\w*\([\s\S]{0,400}?(?:child_process|execSync|spawn)|\bcmd(?:\.exe)?\s+\/[ck]\s+["']?\$\w|\|\s*["'](?:\/bin\/)?(?:ba|z)?sh["']|\b(?:subprocess\.\w+|os\.(?:system|popen)|exec(?:Sync)?|spawn(?:Sync)?)\(\s*[^)\n]{0,40}\b(?:payload|msg|message|recv)\b|\bdefineClass\(|\bURLClassLoader\(|\bGroovyShell\b|\bScriptEngineManager\b|\bCode\.eval_string\(|\binclude_string\(|\bExecuteGlobal\b|\bcompileFunction\(|\bloadstring\(|\bAssembly\]?(?:::|\.)Load\b|\beval\s+\$\w|\bInvokeScript\(|\bpowershell(?:\.exe)?\b[^\n]{0,200}\s-(?:c|Command)\s+\$|&\s*\(\s*["'][a-z]{1,3}["']\s*\+|\bAdd-Type\b[^\n]{0,200}\$|\bmemfd_create\b|\bexec\.Command\(\s*"(?:\/bin\/)?(?:ba|z)?sh"\s*,\s*"-c"\s*,\s*(?!["`])|\.arg\(\s*"-c"\s*\)\s*\.arg\(\s*(?!")|\bexec\(\s*new\s+String\[\]\s*\{\s*"[^"\n]{0,40}sh"\s*,\s*"-c"\s*,\s*(?!")|\bProcess\.Start\(\s*"[^"\n]{0,200}"\s*,\s*"[^"\n]{0,200}"\s*\+|\bload\(\s*\w+\s*\)\s*\(|\bparse\(\s*text\s*=|\bsource\(\s*["']https?:|\binclude(?:_once)?\s*\(?\s*["']https?:|(?<![\w.])(?:system|exec|passthru|shell_exec|popen)\s*\(?\s*\$\w+\s*[);]|\bopen\([^)\n]{0,200}["']\|-["'][^)\n]{0,200}\b(?:ba|z)?sh\b|\.Stdin\s*=\s*\w+\.Body\b|\bIO\.popen\(\s*["'](?:ba|z)?sh["']|\$\w+\s*\(\s*file_get_contents|\bCSharpScript\b|\bgetline\b[\s\S]{0,60}\bsystem\(|(?<![\w.$'"-])eval\s*\(?\s*(?:get|join|decode_\w+)\s*\(|\bcallCommand\s+\(?[a-z]|\bexec(?:ShellCmd|Cmd\w*|Process)\(\s*(?!["'])|\bSeq\(\s*"(?:ba|z)?sh"\s*,\s*"-c"\s*,\s*(?!")|\bload-string\b|\beval\s+\(read-string\b|\(eval-(?:buffer|region)\b|\(eval\s+\(read\b|\binclude\(\s*(?:Downloads\.)?download\(|(?<![\w.])(?:load|loadstring)\(\s*[a-z][\w.]*\s*[),]|\.Run\s*\(?\s*\w+\.Response\w+|\bShell\s*\(?\s*\w+\.Response\w+|\bExecute(?:Global)?\s*\(?\s*\w+\.response\w+|\bevaluate\(\s*(?:new\s+URL|\w+\s*\))|\bEval\.me\(|\b(?:uplevel|eval)\s+\[|\bsource\s+\$\w|\bspawnUri\(|\berl_eval:|\bfile:eval\(|\bToploop\.|\bmixin\(\s*import|\bdlopen\(\s*[a-z]|(?<![\w.])(?:popen|system)\(\s*(?!["'])[a-z]\w*\s*[,)]|\bURLClassLoader\b|\.loadClass\(|\bexec\.Command\(\s*\w+\.Name\(\)|\bexec\.Command\(\s*(?:path|tmp|bin|dst|dest|file|exe|target|out)\w*\s*[,)]|\bCommand::new\(\s*&?(?:path|tmp|bin|dst|dest|file|exe|target|out)\w*\s*\)|\brun\s+script\s+\w|\bdo\s+shell\s+script\s+\(?[a-z]\w*\b(?!")|\bPython\.exec\b|\bexec(?:Sync|File)?\(\s*\w*(?:ctx|msg|message|update|event|data|payload|body|cmd|command)\w*(?:\.\w+|\))|\binclude\(\s*\$?\{?[\w${}/.-]*\.cmake\s*\)|\btemplate\.\w+\(\s*include_str/;
/** A file that a PowerShell script writes and then starts. */
const startsFile =
  /\b(?:Out-File|Set-Content)\b[^\n]{0,200}?((?:\$env:\w+)?[\w:\\/.-]{1,100}\.(?:ps1|exe|bat|cmd|vbs|js|dll))\b[\s\S]{0,2000}(?:&|\bStart-Process\b|\bpowershell\b|\biex\b)[^\n]{0,200}\1/i;
/** A file made executable and then started. */
const marks =
  /\bos\.chmod\([^)\n]{0,80}(?:0o?7|stat\.S_I[RX])|\bfs\.(?:promises\.)?chmod(?:Sync)?\([^)\n]{0,80}0o?7|\bFile\.chmod\(|\bos\.Chmod\(/;
const starts =
  /\b(?:Popen|check_call|check_output|subprocess\.run|subprocess\.call|os\.exec\w*|os\.spawn\w*|os\.startfile|spawn(?:Sync)?|execFile(?:Sync)?|exec\.Command)\(/;

/** Text that another form hides from readers. */
const decodes =
  /\b(?:b(?:16|32|64|85)decode|a85decode|decodebytes|fromhex|unhexlify|decompress|gunzip(?:Sync)?|inflate(?:Raw)?(?:Sync)?|decode64|FromBase64String|base64_decode|gzinflate|gzuncompress|str_rot13|hex2bin|decode_base64|atob|fromCharCode|codecs\.decode)\b|\bBuffer\.from\([^)\n]*["'](?:base64|hex)["']|\bunpack1?\(?\s*["'][mH]|\bpack\(\s*["']H|\brot13\b|\[char\[\]\]|\bbytes\(\s*\[\s*\d|\[char\]\s*\(?\s*\$|\bchr\s*\(\s*\$?\w+\s*(?:\^|-|\+|xor\b)|\bstring\.char\(|\(char\)\s*\(?\s*\w+[\s\S]{0,20}\^|-bxor\b|\bcreateDecipher(?:iv)?\b|\bCryptoJS\.\w+\.decrypt\b|\bFernet\(|\b(?:AES|ARC4|ChaCha20|DES3?|Salsa20|Blowfish)\.new\(|\bopenssl_decrypt\b|\bsodium_crypto_\w+_open\b|\bCipher\.getInstance\b|\bOpenSSL::Cipher\b|\bCreateDecryptor\b|\baes\.NewCipher\b|\bcipher\.New(?:GCM|C[BTF]C?R?)\b|\bcrypto\.subtle\.decrypt\b/i;
/** The name of `eval` or `exec` in pieces, which only hides it. */
const pieces =
  /%w\[\s*(?:e|ev|eva|ex|exe)\b[^\]\n]{1,20}\]\.join|["'](?:e|ev|eva|ex|exe)["']\s*(?:\+|\.)\s*["'](?:val|al|l|xec|ec|c)["']|getattr\(\s*(?:__builtins__|builtins)\s*,|__builtins__\[|globals\(\)\[\s*["'](?:eval|exec|__builtins__)/;

/** A script that fetches and runs what it fetched, as far as its words say. */
function* fetchedCode({ code, text, path }: RuleDocument): Generator<RuleHit> {
  for (const part of code.filter(isOwn)) yield* together(part, text, fetches);
  if (/(?:^|\/)(?:GNU)?makefile$|\.mk$/i.test(path)) yield* fromMakefile(text);
  if (/(?:^|\/)(?:docker|container)file(?:\.\w+)?$|\.dockerfile$/i.test(path))
    yield* fromImage(text);
}

/** A script that decodes something and runs what it builds. */
export function* decodedCode({ code, text }: RuleDocument): Generator<RuleHit> {
  for (const part of code) if (part.from === 'script') yield* together(part, text, decodes);
}

function* together(
  { start, end, language }: CodePart,
  text: string,
  first: RegExp,
): Generator<RuleHit> {
  // Shell is read command by command.
  if (language === 'bash') return;
  const said = withoutComments(text.slice(start, end));
  const had = first.exec(said);
  if (had === null) return;
  const address = /https?:\/\/[^\s"'`)]+/.exec(said)?.[0];
  if (first === fetches && address !== undefined && isKnownInstaller(address)) return;
  if (address === undefined && isBareInstaller(said.split(/[\s()|;]+/))) return;
  const built =
    builds.exec(said) ??
    (language === 'powershell' ? startsFile.exec(said) : null) ??
    pieces.exec(said) ??
    (marks.test(said) ? starts.exec(said) : null);
  if (built === null) return;
  yield at(
    { start: start + built.index, end: start + built.index + built[0].length },
    {
      related: [{ start: start + had.index, end: start + had.index + had[0].length }],
      confidence: 'medium',
    },
  );
}

const isOwn = ({ from }: CodePart): boolean => from === 'script' || from === 'fence';

/** Of the same length, so that places stay the same. */
const withoutComments = (text: string): string =>
  text.replaceAll(/(?:^|[ \t])(?:#|\/\/)[^\n]*/g, (comment) => ' '.repeat(comment.length));

const downloader = String.raw`(?:curl|wget|\$[({]\w*(?:FETCH|CURL|WGET|GET|DOWNLOAD|DL)\w*[)}])`;
const piped = new RegExp(
  String.raw`${downloader}[^\n|]*\|\s*@?(?:\$[({]\w*(?:SH|SHELL|BASH|PYTHON|PERL|RUN)[)}]|(?:ba|` +
    String.raw`z)?sh\b|python3?\b|perl\b|node\b|ruby\b|php\b)`,
);
const saved = new RegExp(
  String.raw`${downloader}[^\n]*?\s-(?:[a-zA-Z]*[oO]|-output(?:-document)?)[ =]+(\S+)`,
  'i',
);

/** A recipe that saves what it fetches and runs it, with a program that a variable may name. */
function* fromMakefile(text: string): Generator<RuleHit> {
  const pipe = piped.exec(text);
  if (pipe !== null) yield at({ start: pipe.index, end: pipe.index + pipe[0].length });
  const found = saved.exec(text);
  const target = found?.[1];
  if (found === null || target === undefined) return;
  const later = text.slice(found.index + found[0].length);
  const runs = new RegExp(
    String.raw`(?:^|[\s@;&|])(?:(?:perl|python3?|ruby|node|ba?sh|sh|zsh|php|\.|` +
      String.raw`source)\s+(?:-\S+\s+)*|chmod\s+\S+\s+|\./)${escaped(target)}(?=\s|$)`,
    'm',
  );
  if (runs.test(later)) yield at({ start: found.index, end: found.index + found[0].length });
}

/** `ADD` of an address whose file the image then starts. */
function* fromImage(text: string): Generator<RuleHit> {
  for (const { 0: line, 1: address = '', 2: target = '', index } of text.matchAll(
    /^[ \t]*ADD[ \t]+(?:--\S+[ \t]+)*(\S+)[ \t]+(\S+)/gim,
  )) {
    const name = /^\$\{?(\w+)\}?/.exec(address)?.[1];
    const given =
      name === undefined
        ? address
        : (new RegExp(String.raw`^[ \t]*(?:ARG|ENV)[ \t]+${name}[= ]["']?(\S+?)["']?$`, 'im').exec(
            text,
          )?.[1] ?? '');
    if (!/^https?:/i.test(given) || /\.(?:tar\.\w+|tgz|zip|gpg|asc|key)$/i.test(given)) continue;
    const rest = text.slice(index + line.length);
    if (
      new RegExp(
        String.raw`(?:chmod[^\n]*|ENTRYPOINT[^\n]*|CMD[^\n]*|` +
          String.raw`RUN[^\n]*\s)["'\s/]${escaped(target.replace(/^\//, ''))}\b`,
      ).test(rest)
    )
      yield at({ start: index, end: index + line.length });
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
