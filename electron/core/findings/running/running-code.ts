import type { CodeCall } from '../reading/calls.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { pattern } from '../pattern.ts';
import { inCode, inFiles, phrases } from '../reading/phrases.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import type { RuleDocument } from '../document.ts';
import { literalOf } from '../reading/literals.ts';
import { nodesIn } from '../reading/tree.ts';
import { startsProcess } from '../reading/shell-in-calls.ts';

const evaluating =
  /^(?:eval|exec|execfile|builtins\.(?:eval|exec)|__builtins__\.(?:eval|exec)|Function|AsyncFunction|(?:globalThis|window|global|self)\.(?:eval|Function)|vm\.(?:runIn\w+|Script|compileFunction)|instance_eval|class_eval|module_eval|Kernel\.eval|\?\.(?:instance_eval|class_eval))$/;
/** Programs whose manual tells people to evaluate their output in a shell. */
const printers =
  /^(?:ssh-agent|brew|direnv|pyenv|rbenv|nodenv|goenv|jenv|nvm|fnm|mise|asdf|rtx|starship|zoxide|conda|micromamba|minikube|docker-machine|opam|dircolors|lesspipe|lesspipe\.sh|keychain|gpg-agent|aws|thefuck|atuin|mcfly|register-python-argcomplete|luarocks|perl|resize|tmuxp|op|volta|sheldon|antibody|podman|wezterm|kubectl|helm|gh|poetry|pdm|uv|hatch|nix)$/;

/** A function made from text, by the constructor that every function has. */
const constructors = pattern(
  ['constructor'],
  String.raw`\bgetPrototypeOf\([^\n]{0,60}function[^\n]{0,40}\)\s*\.\s*constructor\b|` +
    String.raw`\bfunction\s*\*?\s*\(\)\s*\{\s*\}\s*\)\s*\.\s*constructor\b|` +
    String.raw`\bconstructor\s*\.\s*constructor\s*\(|\bconstructor\[["']constructor["']\]`,
);

/** X04. */
export const evaluation = rule({
  id: 'X04',
  family: 'running',
  severity: 'high',
  title: 'Runs code that it builds at run time',
  why:
    "The code that runs isn't in any file: it comes from a file, the network or an argument, " +
    'and whoever controls that controls the machine.',
  confusedWith:
    "Calculators and template engines. A regular expression's `exec` and a model's `eval()` " +
    'share the name but do something else, and are ignored.',
  *look(document) {
    const { calls, commands } = document;
    for (const call of calls) if (isEvaluation(call)) yield at(call, ofCall(call));
    for (const match of inCode(document, constructors)) yield at(match);
    for (const command of commands) {
      if (command.name !== 'eval' && !/^(?:iex|invoke-expression)$/.test(command.name)) continue;
      if (!command.args.some(({ dynamic }) => dynamic)) continue;
      const known = commands.some(({ within, name }) => within === command && printers.test(name));
      yield at(command, known ? { severity: 'info' } : ofCommand(command));
    }
  },
});

function isEvaluation({ callee, args, part }: CodeCall): boolean {
  if (!evaluating.test(callee) || args.length === 0) return false;
  // `exec` starts a program elsewhere; JavaScript has no such function.
  if (callee === 'exec' && part.language !== 'python') return false;
  // A class of that name in another language builds nothing.
  if (callee.endsWith('Function') && !/script|tsx/.test(part.language)) return false;
  if (callee.endsWith('Function')) return args.at(-1)?.literal === null;
  return args[0]?.literal === null && args[0].node.type !== 'block';
}

/** Restricted namespaces show that the author thought about it; inline code only shows it. */
const ofCall = ({ args, part }: CodeCall): { severity?: 'medium' } =>
  // In a document, it mostly shows what a call looks like.
  part.from === 'fence' || (args.length > 1 && /eval/.test(args[0]?.node.type ?? ''))
    ? { severity: 'medium' }
    : {};

/** Evaluates the output of another program. Downloads and decoding have their own rules. */
const ofCommand = ({ part, args }: ShellCommand): { severity?: 'medium' } =>
  part.from === 'inline' ||
  // `eval "$name=…"` assigns to a variable by its name.
  args.every(({ text }) => /^\$\{?\w+\}?\+?=/.test(text)) ||
  args.every(({ text }) => /^"?\$\((?!\s*(?:curl|wget|base64))/.test(text))
    ? { severity: 'medium' }
    : {};

const powerful =
  /^(?:os|subprocess|builtins|__builtins__|sys|shutil|ctypes|importlib|posix|pty|socket|child_process|fs|process|globalThis|window|global|Kernel|Object|self)$/;
const loaders = /^(?:__import__|importlib\.import_module|import|require)$/;

/** X11. */
export const reflection = rule({
  id: 'X11',
  family: 'running',
  severity: 'medium',
  title: 'Chooses what to call at run time',
  why:
    'The program builds the name of the function or module as it runs, so a search for ' +
    '`system` or `eval` finds nothing.',
  confusedWith: 'Plug-in loaders that take a whole name from a list. These are rated low.',
  *look(document) {
    yield* lookups(document);
    yield* members(document);
  },
});

function* lookups({ calls, text }: RuleDocument): Generator<RuleHit> {
  for (const { callee, args, start, end } of calls) {
    const [first, second] = args;
    if (first === undefined) continue;
    if (/^(?:getattr|operator\.attrgetter|Reflect\.get)$/.test(callee) && second !== undefined) {
      const object = text.slice(first.node.start, first.node.end);
      // A literal split into pieces hides the name as well as a variable does.
      const plain =
        second.literal !== null &&
        /^["'`]/.test(text.slice(second.node.start, second.node.end)) &&
        second.node.type === 'string';
      if (powerful.test(object) && !plain) yield at({ start, end });
    }
    if (loaders.test(callee) && first.literal === null) {
      const pieced =
        /[+%]|\$\{|\.join\(|\.replace\(|\.reverse|\[::-1\]|chr\(|fromCharCode|decode/.test(
          text.slice(first.node.start, first.node.end),
        );
      const isPath = /[/.]\$?\{|\bpath\b|__dirname|import\.meta|url/i.test(
        text.slice(first.node.start, first.node.end),
      );
      yield at({ start, end }, pieced && !isPath ? {} : { severity: 'low' });
    } else if (loaders.test(callee) && /^(?:binary|concatenated)/.test(first.node.type))
      yield at({ start, end });
  }
}

/** `globalThis["ev" + "al"](x)`, `globals()[name]()`, `__builtins__.__dict__[name]`. */
function* members({ code, text }: RuleDocument): Generator<RuleHit> {
  for (const { tree, language } of code) {
    if (tree === null || language === 'bash' || language === 'powershell') continue;
    for (const node of nodesIn(tree)) {
      if (node.type !== 'subscript' && node.type !== 'subscript_expression') continue;
      const [object, key] = node.children;
      if (object === undefined || key === undefined) continue;
      const name = text.slice(object.start, Math.min(object.end, object.start + 60));
      const isTable =
        /^(?:globalThis|window|global|__builtins__(?:\.__dict__)?|builtins\.__dict__|os\.__dict__|vars\((?:os|builtins)\)|globals\(\)|sys\.modules)$/.test(
          name,
        );
      const called = node.field === 'function';
      const whole = literalOf(key, text) !== null && key.type === 'string';
      if (isTable && !whole && (called || /builtins|__dict__|vars/.test(name))) yield at(node);
    }
  }
}

/** These always pass their text to a shell. */
const shells =
  /^(?:os\.system|os\.popen|subprocess\.getoutput|subprocess\.getstatusoutput|asyncio\.create_subprocess_shell|child_process\.exec|child_process\.execSync|shelljs\.exec)$/;

/** X06. */
export const processStart = rule({
  id: 'X06',
  family: 'running',
  severity: 'info',
  title: 'Starts other programs',
  why:
    'The program that starts has all your rights. If a shell command has a filled-in part, ' +
    'whoever writes that part chooses the command.',
  confusedWith:
    'Most build and conversion scripts start programs. Only a shell command with a filled-in ' +
    'part is rated higher.',
  *look({ calls, text }) {
    for (const call of calls) {
      if (!startsProcess(call)) continue;
      yield at(call, isFilledIn(call, text) ? { severity: 'medium' } : {});
    }
  },
});

/** A shell command built around a value, as opposed to one that is passed on whole. */
function isFilledIn(call: CodeCall, text: string): boolean {
  const [first] = call.args;
  if (first === undefined || first.literal !== null) return false;
  const toShell =
    shells.test(call.callee) ||
    call.args.some(
      ({ name, node }) => name === 'shell' && /^true$/i.test(text.slice(node.start, node.end)),
    ) ||
    call.args.some(
      ({ node }) =>
        node.type === 'object' && /\bshell\s*:\s*true\b/.test(text.slice(node.start, node.end)),
    );
  if (!toShell) return false;
  for (const { type } of nodesIn(first.node))
    if (/^(?:interpolation|template_substitution|binary_operator|binary_expression)$/.test(type))
      return true;
  return false;
}

const miners = new Set(
  'xmrig xmr-stak cpuminer minerd ccminer ethminer nbminer t-rex phoenixminer lolminer gminer bfgminer cgminer nanominer teamredminer srbminer-multi'.split(
    ' ',
  ),
);
const weapons = new Set(
  'mimikatz msfvenom meterpreter cobaltstrike sliver-server sliver-client lazagne responder bettercap evil-winrm impacket-secretsdump secretsdump.py psexec.py'.split(
    ' ',
  ),
);
const pools = pattern(
  [
    'stratum',
    'coinhive',
    'cryptonight',
    'randomx',
    'nicehash',
    'minexmr',
    'supportxmr',
    'nanopool',
    'moneroocean',
    'monero',
    '--donate-level',
    'rx/0',
    '-u',
    '--algo',
  ],
  String.raw`--coin[= "',]+monero\b|"coin"\s*:\s*"monero"|--donate-level\b|--algo[= ` +
    String.raw`"',]+(?:rx/|cn/|randomx|kawpow|ethash)|-o["', ]+[\w.-]+:(?:3333|4444|5555|7777` +
    String.raw`|8333|10128|10343|14433|14444)["', ]+-u\b|\bstratum[12]?\+(?:tcp|ssl` +
    String.raw`|tls)://[^\s"']+?|\b(?:coinhive|cryptonight)\.(?:anonymous|user|min\.js)` +
    String.raw`|\b(?:pool\.)?(?:minexmr|supportxmr|nanopool|moneroocean)\.(?:com|org` +
    String.raw`|stream)(?::\d+)?\b`,
);
const webshells = pattern(
  [
    '$_post',
    '$_get',
    '$_request',
    '$_cookie',
    '$_server',
    '$_files',
    'c99shell',
    'r57shell',
    'b374kshell',
    'wsoshell',
    'getruntime',
  ],
  String.raw`\b(?:eval|assert|system|exec|shell_exec|passthru|popen|preg_replace|create_function|` +
    String.raw`call_user_func|include|require)\s*\(?\s*(?:@|\w{1,30}\s*\(\s*){0,4}\$_(?:POST|GET|` +
    String.raw`REQUEST|COOKIE|SERVER|FILES)\b|\b(?:c99|r57|b374k|wso)shell\b|` +
    String.raw`getRuntime\(\)\.exec\(\s*request\.getParameter`,
);
/** A server that runs what a request holds. */
const requestShells = pattern(
  ['req', 'ctx.', 'params', 'formvalue', '.query(', '.postform('],
  String.raw`\b(?:eval|exec|execSync|spawn|spawnSync|Function|system|popen|check_output` +
    String.raw`|getoutput|runInThisContext|runInNewContext|instance_eval|Process\.Start` +
    String.raw`|exec\.Command)\s*\(\s*(?:str\(\s*|String\(\s*` +
    String.raw`|"(?:/bin/)?(?:ba)?sh",\s*"-c",\s*)?(?:(?:req|request|ctx\.(?:request\.)?` +
    String.raw`|flask\.request)\.?(?:query|body|params|headers|args|form|values|json|get_json` +
    String.raw`|GET|POST|data|cookies|QueryString|Form|getParameter|FormValue)\b|params\[` +
    String.raw`|r\.FormValue\(|r\.URL\.Query\(|c\.(?:Query|PostForm)\()`,
);
const payloads = pattern(
  [
    'invoke-mimikatz',
    'sekurlsa',
    'invoke-shellcode',
    'invoke-reflectivepeinjection',
    'amsiutils',
    'reflectiveloader',
  ],
  String.raw`\b(?:invoke-(?:mimikatz|shellcode|reflectivepeinjection)|sekurlsa::\w+|amsiutils|` +
    String.raw`reflectiveloader)\b`,
);

/** X13. */
export const knownTool = rule({
  id: 'X13',
  family: 'running',
  severity: 'critical',
  title: 'Known miner, web shell or attack tool',
  why:
    "These programs have hardly any use besides mining on other people's machines or taking " +
    'them over.',
  confusedWith:
    'Penetration testing skills use such tools on purpose (high), and security texts name ' +
    'them.',
  *look(document) {
    for (const command of document.commands) {
      if (miners.has(command.name)) yield at(command);
      if (weapons.has(command.name)) yield at(command, { severity: 'high' });
    }
    for (const match of inFiles(document, pools)) yield at(match);
    for (const match of inCode(document, payloads)) yield at(match, { severity: 'high' });
    yield* phrases(document, pools, () => ({ confidence: 'medium' }));
    if (document.kind.kind === 'text' || document.kind.kind === 'code') {
      for (const match of webshells.all(document.text)) yield at(match);
      for (const match of requestShells.all(document.text)) yield at(match, { severity: 'high' });
    } else yield* phrases(document, webshells, () => ({ role: 'example' }));
  },
});

/** A function that calls itself twice in the background, whatever its name. */
const bombs = pattern(
  ['|', '%0'],
  String.raw`[\w:.]+\s*\(\)\s*\{\s*[\w:.]+\s*\|\s*[\w:.]+\s*&\s*\}\s*;|%0\s*\|\s*%0`,
);
const forks =
  /^(?:os\.fork|child_process\.fork|Process\.fork|fork|multiprocessing\.Process|threading\.Thread)$/;
const filling = pattern(
  ['/dev/zero', '/dev/urandom', 'fallocate', 'bytearray', 'alloc'],
  String.raw`\bdd\s[^\n]*?if=/dev/(?:zero|urandom)[^\n]*?(?:bs=\d+[gt]|count=\d{7,})|` +
    String.raw`\bcat\s+/dev/(?:zero|urandom)\s*>|\bfallocate\s+-l\s*\d{3,}[gt]|` +
    String.raw`\bbytearray\(\s*(?:\d{11,}|10\s*\*\*\s*1\d)|\bBuffer\.alloc\(\s*\d{11,}`,
);

/** X14. */
export const exhaustion = rule({
  id: 'X14',
  family: 'running',
  severity: 'medium',
  title: "Exhausts the machine's resources",
  why: 'Endless processes or unbounded memory use stop everything else on the machine.',
  confusedWith: 'Servers also loop forever. An endless loop counts only where it starts processes.',
  *look(document) {
    for (const match of inCode(document, bombs)) yield at(match);
    for (const match of inCode(document, filling)) yield at(match);
    yield* endlessForks(document);
  },
});

function* endlessForks({ code, calls, text }: RuleDocument): Generator<RuleHit> {
  for (const { tree } of code) {
    if (tree === null) continue;
    for (const node of nodesIn(tree)) {
      if (node.type !== 'while_statement') continue;
      const head = text.slice(node.start, Math.min(node.end, node.start + 40));
      if (!/^while\s*\(?\s*(?:True|true|1|:)\s*\)?\s*[:{;]?/.test(head)) continue;
      const body = text.slice(node.start, node.end);
      // A loop that waits, sleeps, reads or exits is a server or a watcher.
      if (
        /\b(?:sleep|wait|join|accept|recv|read|input|select|break|return|await|communicate|poll)\b/.test(
          body,
        )
      )
        continue;
      const inside = calls.find(
        (call) =>
          node.start < call.start &&
          call.end <= node.end &&
          (forks.test(call.callee) || startsProcess(call)),
      );
      if (inside !== undefined) yield at(node);
    }
  }
}
