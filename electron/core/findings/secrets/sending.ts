import { hostOf, isLocal } from '../knowledge/addresses.ts';
import { sendersOf, type NetworkSender } from '../knowledge/leaving.ts';
import { at, rule } from '../rule.ts';
import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import type { RuleDocument } from '../document.ts';
import { nodesIn } from '../reading/tree.ts';
import type { ShellCommand, CommandArgument } from '../reading/commands.ts';
import { lowering } from '../../../../shared/model/severity.ts';
import { inFile, setRule, type InspectedSkillFile } from '../set/skill-set.ts';
import type { SkillTrace } from '../traces.ts';

/** E05. */
export const networkSend = rule({
  id: 'E05',
  family: 'secrets',
  severity: 'medium',
  title: 'Sends files or command output over the network',
  why: "You can't take back what's sent. Check whether the skill needs to send it.",
  confusedWith:
    'Every client of a service sends something. Values that the program builds itself are ' +
    'shown as information.',
  *look(document) {
    for (const sender of sendersOf(document)) {
      if (isLocal(hostOf(sender.address))) continue;
      const severity = weight(sender);
      // A webhook of one's own is in the environment, and nobody else's.
      const isOwn =
        severity === 'medium' &&
        /^["']?\$\{?\w*(?:URL|WEBHOOK|ENDPOINT)\w*\}?["']?$/.test(sender.address);
      if (severity !== null) yield at(sender, { severity: isOwn ? 'low' : severity });
    }
  },
});

/** A whole message that is encoded first. An encoded field is normal, as for images. */
const encoder = /^(?:base64|base32|xxd|openssl|gpg)\b/;

/** Whether a file or command output, a value, or only literal text is sent. */
function weight({ body, command }: NetworkSender): FindingSeverity | null {
  const sources = body.map(({ text }) => text);
  if (command === null)
    return sources.some((text) =>
      /\b(?:subprocess|os\.popen|check_output|execSync|platform\.node|getpass\.getuser)\b/.test(
        text,
      ),
    )
      ? 'medium'
      : sources.length > 0
        ? 'info'
        : null;
  if (sources.some((text) => encoder.test(text))) return 'high';
  if (
    sources.some(
      (text) =>
        /\$\((?!\s*(?:date|uuidgen|jq|echo|printf)\b)|`/.test(text) ||
        /^(?:cat|tar|zip|gzip|history|ps|ls|find|hostname|whoami|id|ifconfig|ip)\b/.test(text),
    )
  )
    return 'medium';
  return sources.some((text) => /[$@]/.test(text)) ? 'info' : null;
}

/** Files that programs load on their own. */
const loaded =
  /(?:^|\/)(?:__init__|conftest|sitecustomize|usercustomize|setup|index)\.(?:py|js|mjs|cjs|ts)$/;
const functions =
  /^(?:function_definition|function_declaration|arrow_function|function_expression|method_definition|lambda|generator_function\w*|method|class_body|do_block|block)$/;

/** E13. */
export const beacon = rule({
  id: 'E13',
  family: 'secrets',
  severity: 'medium',
  title: 'Calls home as soon as it loads',
  why:
    "Before you've asked for anything, a message reveals where, when and by whom the skill is " +
    'used.',
  confusedWith: 'Declared analytics that say so and that you can turn off.',
  *look(document) {
    if (!loaded.test(document.path)) return;
    for (const sender of sendersOf(document))
      if (sender.call !== null && !isLocal(hostOf(sender.address)) && isAtTop(document, sender))
        yield at(sender);
  },
});

/** Outside every function and outside code that runs only if the file is the main program. */
function isAtTop(
  { code, text }: RuleDocument,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  for (const { tree } of code) {
    if (tree === null) continue;
    for (const node of nodesIn(tree)) {
      if (node.start > start || node.end < end) continue;
      const isFunction = functions.test(node.type) && node.type !== 'block';
      const isMain =
        node.type === 'if_statement' &&
        /__main__|require\.main/.test(text.slice(node.start, node.start + 60));
      if (isFunction || isMain) return false;
    }
  }
  return true;
}

const resolvers = /^(?:dig|nslookup|host|drill|kdig|resolvectl|resolve-dnsname|ping|getent)$/;
const lookups =
  /^(?:socket\.(?:gethostbyname|gethostbyname_ex|getaddrinfo)|dns\.(?:resolver\.(?:resolve|query)|lookup|resolve\w*|promises\.\w+)|\?\.(?:resolve|query)|Resolv\.getaddress|Resolv\.DNS\.\w+)$/;
/** A variable as the first label, before a literal name. */
const leading =
  /(?:\$\{?[\w@*#:.-]+\}?|\$\([^)]*\)|`[^`]*`|\{[^}]*\})["']?\.[\w-]+\.[\w.{}$-]*[a-z]|\$\([\s\S]*\)\.[\w-]+\.[a-z]/i;

/** E11. */
export const dnsData = rule({
  id: 'E11',
  family: 'secrets',
  severity: 'high',
  title: 'Puts data into a host name that it looks up',
  why:
    "A DNS lookup reaches the domain's owner through every firewall, and the name can carry a " +
    'secret piece by piece.',
  confusedWith: 'Checks of a given host, where the whole name or its end is filled in.',
  *look({ commands, calls, text }) {
    for (const command of commands)
      if (resolvers.test(command.name) && command.args.some(carries) && !isSweep(command))
        yield at(command);
    for (const call of calls) {
      if (!lookups.test(call.callee)) continue;
      const name = call.args[0]?.node;
      const source = name === undefined ? '' : text.slice(name.start, name.end);
      if (leading.test(source) || /\w\s*\+\s*["']\.[\w-]+\.[a-z]/i.test(source)) yield at(call);
    }
    for (const { callee, args, start, end } of calls) {
      const [first] = args;
      if (
        !/^(?:os\.(?:system|popen)|subprocess\.\w+|child_process\.\w+)$/.test(callee) ||
        first === undefined
      )
        continue;
      const source = text.slice(first.node.start, first.node.end);
      if (/^[fbru]*["'`]\s*(?:dig|nslookup|host|drill|ping)\s/.test(source) && leading.test(source))
        yield at({ start, end });
    }
  },
});

/** A name that nobody asked for before, against caches, says nothing. */
const madeUp =
  /\$\((?:(?:date|uuidgen|mktemp|shuf -i)(?:\s+[\w+%-]+)*|openssl rand (?:-\w+ )?\d+)\)|\$\{?(?:RANDOM|SRANDOM|EPOCHSECONDS|\$)\}?/g;
const carries = ({ dynamic, text }: CommandArgument): boolean =>
  dynamic && leading.test(text.replaceAll(madeUp, 'x'));

/** A loop over services or over one's own subdomains, which are short names and not data. */
const isSweep = ({ args }: ShellCommand): boolean =>
  args.every(
    ({ dynamic, text }) =>
      !dynamic ||
      /^["']?\$\{?(?:sub(?:domain)?|selector|sel|name|svc|service|ns|namespace|env|region|zone|i|n|prefix|record|host|hostname|app|stage|type)\}?\./i.test(
        text,
      ) ||
      !leading.test(text),
  );

const remote = /^["']?(?:[\w.${}-]+@)?[\w.${}-]+:(?!\/\/)(?:[~/.\w$]|$)/;
const bucket = /^["']?(?:s3|gs|az|b2|oss|r2|abfss?|wasbs?):\/\//i;
const calls =
  /(?:^|\.)(?:upload_file|upload_fileobj|put_object|upload_from_filename|upload_from_string|upload_blob|storbinary)$/;

/** E12. */
export const upload = rule({
  id: 'E12',
  family: 'secrets',
  severity: 'medium',
  title: 'Copies files to another machine or bucket',
  why: 'One line can send whole folders away. Check who owns the destination.',
  confusedWith:
    'Deployment skills do this to your own servers. A destination filled in at run time is ' +
    'rated low.',
  *look({ commands, calls: made }) {
    for (const command of commands) {
      const target = targetOf(command);
      if (target === null) continue;
      yield at(
        command,
        isBuilt(command) ||
          /[$<{]|^(?:[\w-]+@)?[\w-]+:(?!\/\/)|\bexample\.(?:com|org|net)\b|\byour[-_]|\bmy-(?:bucket|server|host)|user@(?:host|server|remote)|bucket-?name/i.test(
            target,
          )
          ? { severity: 'low' }
          : {},
      );
    }
    for (const call of made) if (calls.test(call.callee)) yield at(call, { severity: 'low' });
  },
});

/** Only what a build made, as every deployment copies it. */
const isBuilt = ({ args }: ShellCommand): boolean => {
  const given = args.map(({ text }) => text).filter((word) => !word.startsWith('-'));
  const from = given.filter((word) => /^(?:s3|cp|sync|mv)$/.test(word) === false).slice(0, -1);
  return (
    from.length > 0 &&
    from.every((word) =>
      /^["']?(?:\.\/)?(?:[\w-]+\/){0,3}(?:dist|build|public|out|site|_site|docs|www|static|target|release|coverage|storybook-static)(?:\/[\w.*-]*)*["']?$/.test(
        word,
      ),
    )
  );
};

/** The destination of copied files, if it is elsewhere. */
function targetOf({ name, args }: ShellCommand): string | null {
  const words = args.map(({ text }) => text);
  const last = words.filter((word) => !word.startsWith('-')).at(-1) ?? '';
  const sub = words.filter((word) => !word.startsWith('-'));
  if (name === 'scp' || name === 'rsync')
    return remote.test(last) && !/^[a-z]:\\/i.test(last) ? last : null;
  if (name === 'aws' && sub[0] === 's3' && /^(?:cp|sync|mv)$/.test(sub[1] ?? ''))
    return words.map((word) => word).findLast((word) => bucket.test(word)) === last ||
      bucket.test(sub[3] ?? '')
      ? (sub[3] ?? last)
      : null;
  if (/^(?:gsutil|s3cmd|s5cmd)$/.test(name)) return bucket.test(last) ? last : null;
  if (name === 'gcloud' && sub[0] === 'storage') return bucket.test(last) ? last : null;
  if (name === 'az' && sub[0] === 'storage' && words.includes('upload')) return words.join(' ');
  if (name === 'rclone' && /^(?:copy|sync|move|copyto)$/.test(sub[0] ?? ''))
    return /^[\w-]+:/.test(sub[2] ?? '') ? (sub[2] ?? null) : null;
  if (name === 'gh' && sub[0] === 'gist' && sub[1] === 'create') return 'gist';
  return null;
}

/** E15. */
export const sentElsewhere = setRule({
  id: 'E15',
  family: 'secrets',
  severity: 'high',
  title: 'Reads secrets in one file and sends data in another',
  why: 'Both halves of a theft are in the same skill, in files that look harmless on their own.',
  confusedWith:
    'A tool with a separate script for signing in. A file that does both has its own finding.',
  *look({ files }) {
    const readers = files.flatMap((file) => first(file, 'secret'));
    const senders = files.flatMap((file) => first(file, 'send'));
    if (readers.length === 0) return;
    for (const { file, trace } of senders) {
      const reader = readers.find((one) => one.file !== file);
      const isAlone = readers.every((one) => one.file !== file);
      if (reader === undefined || !isAlone) continue;
      yield inFile(file, trace, {
        about: JSON.stringify([reader.file.uri, reader.trace.text, trace.text]),
      });
    }
  },
});

interface FileTrace {
  readonly file: InspectedSkillFile;
  readonly trace: SkillTrace;
}

function first(file: InspectedSkillFile, kind: SkillTrace['kind']): FileTrace[] {
  const trace = file.traces.find((one) => one.kind === kind && !lowering.has(one.role));
  return trace === undefined ? [] : [{ file, trace }];
}
