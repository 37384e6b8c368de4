import type { RuleDocument } from '../document.ts';
import { isKnownInstaller } from '../knowledge/downloads.ts';
import { at } from '../knowledge/places.ts';
import type { CodePart } from '../reading/code-part.ts';
import type { RuleHit } from '../rule.ts';

/*
 * Code that fetches or decodes something and code that runs what is built at run time, in one
 * script. How the one reaches the other can be written in more ways than can be followed, so it
 * isn't.
 */

const fetches =
  /\b(?:urlopen|urlretrieve)\(|\brequests\.(?:get|post|request|Session)\b|\bhttpx\.|\bHTTPS?Connection\(|\bgetresponse\(|\bhttps?\.(?:get|request)\(|\bfetch\(|\baxios\b|\bURI\.open\b|\bNet::HTTP\b|\b(?:HTTParty|Faraday|RestClient|Excon)\b|\bHTTP::Tiny\b|\bLWP::|\bhttp\.Get\(|\bDownload(?:String|Data|File)\b|\bNet\.WebClient\b|\bInvoke-(?:WebRequest|RestMethod)\b|\b(?:iwr|irm)\s|\bResolve-DnsName\b|\bGet(?:String|ByteArray|Stream)Async\b|\bStart-BitsTransfer\b|\bcurl\.exe\b|\bWebRequest\]?::|\bcurl\s+-|\breqwest::|\bureq::|\breadLines\(\s*["']https?:|\bsource\(\s*["']https?:|\binclude(?:_once)?\s*\(?\s*["']https?:|\bsocket\.http\b|\bhttp\.(?:Post|Request)\(|\bURL\([^)\n]*\)\.open|\bHttpClient\b|\bdns_get_record\b|\bLookupTXT\b|\bretrbinary\(|\bget_object\(|\bcreate_connection\(|\bcurl_exec\(|\bfile_get_contents\(\s*["']https?:|\bimport\(\s*["'`]https?:/i;
/** Code from bytes or text that no file of the skill holds. */
const builds =
  /\(0,\s*eval\)\(|\b(?:globalThis|window|global)(?:\.eval\(|\[["'`]eval)|(?<![\w.'-])(?:exec|eval)\(\s*(?:compile\(|(?!["'`)])[\w.[(])|\bexec_module\(|\bSourceLoader\b|\bmarshal\.loads\(|\bspec_from_loader\(|\bnew\s+Function\(\s*(?!["'`]return\b)|\bvm\.(?:runIn\w+|Script)\b|\b[mM]odule\._compile\(|\bKernel\.load\b|(?<![\w.])(?:instance_eval|class_eval|module_eval)\b\s*[({]?\s*[a-z]|\[scriptblock\]::Create\(|\bInvoke-Expression\b|\biex\b|(?:Invo|Expr)["']\s*\+|\bplugin\.Open\(|\bcreate_function\(|\bloadstring\(|\bAssembly\]?(?:::|\.)Load\b|\beval\s+\$\w|\bInvokeScript\(|\bpowershell(?:\.exe)?\b[^\n]{0,200}\s-(?:c|Command)\s+\$|&\s*\(\s*["'][a-z]{1,3}["']\s*\+|\bAdd-Type\b[^\n]{0,200}\$|\bmemfd_create\b|\bexec\.Command\(\s*"(?:\/bin\/)?(?:ba|z)?sh"\s*,\s*"-c"\s*,\s*(?!["`])|\.arg\(\s*"-c"\s*\)\s*\.arg\(\s*(?!")|\bexec\(\s*new\s+String\[\]\s*\{\s*"[^"\n]{0,40}sh"\s*,\s*"-c"\s*,\s*(?!")|\bProcess\.Start\(\s*"[^"\n]{0,200}"\s*,\s*"[^"\n]{0,200}"\s*\+|\bload\(\s*\w+\s*\)\s*\(|\bparse\(\s*text\s*=|\bsource\(\s*["']https?:|\binclude(?:_once)?\s*\(?\s*["']https?:|(?<![\w.])(?:system|exec|passthru|shell_exec|popen)\s*\(?\s*\$\w+\s*[);]|\bopen\([^)\n]{0,200}["']\|-["'][^)\n]{0,200}\b(?:ba|z)?sh\b|\.Stdin\s*=\s*\w+\.Body\b|\bIO\.popen\(\s*["'](?:ba|z)?sh["']|\$\w+\s*\(\s*file_get_contents|\bCSharpScript\b|\bgetline\b[\s\S]{0,60}\bsystem\(/;
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
  /\b(?:b(?:16|32|64|85)decode|a85decode|decodebytes|fromhex|unhexlify|decompress|gunzip(?:Sync)?|inflate(?:Raw)?(?:Sync)?|decode64|FromBase64String|base64_decode|gzinflate|gzuncompress|str_rot13|hex2bin|decode_base64|atob|fromCharCode|codecs\.decode)\b|\bBuffer\.from\([^)\n]*["'](?:base64|hex)["']|\bunpack1?\(?\s*["'][mH]|\bpack\(\s*["']H|\brot13\b|\[char\[\]\]|\bbytes\(\s*\[\s*\d/i;
/** The name of `eval` or `exec` in pieces, which only hides it. */
const pieces =
  /%w\[\s*(?:e|ev|eva|ex|exe)\b[^\]\n]{1,20}\]\.join|["'](?:e|ev|eva|ex|exe)["']\s*(?:\+|\.)\s*["'](?:val|al|l|xec|ec|c)["']|getattr\(\s*(?:__builtins__|builtins)\s*,|__builtins__\[|globals\(\)\[\s*["'](?:eval|exec|__builtins__)/;

/** A script that fetches and runs what it fetched, as far as its words say. */
export function* fetchedCode({ code, text, path }: RuleDocument): Generator<RuleHit> {
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
  String.raw`${downloader}[^\n|]*\|\s*@?(?:\$[({]\w*(?:SH|SHELL|BASH|PYTHON|PERL|RUN)[)}]|(?:ba|z)?sh\b|python3?\b|perl\b|node\b|ruby\b|php\b)`,
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
    String.raw`(?:^|[\s@;&|])(?:(?:perl|python3?|ruby|node|ba?sh|sh|zsh|php|\.|source)\s+(?:-\S+\s+)*|chmod\s+\S+\s+|\./)${escaped(target)}(?=\s|$)`,
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
        String.raw`(?:chmod[^\n]*|ENTRYPOINT[^\n]*|CMD[^\n]*|RUN[^\n]*\s)["'\s/]${escaped(target.replace(/^\//, ''))}\b`,
      ).test(rest)
    )
      yield at({ start: index, end: index + line.length });
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
