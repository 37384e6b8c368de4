import { at } from '../knowledge/places.ts';
import type { CodeCall } from '../reading/calls.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { pattern } from '../pattern.ts';
import { inCode } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const evaluating =
  /^(?:eval|exec|execfile|builtins\.(?:eval|exec)|__builtins__\.(?:eval|exec)|Function|AsyncFunction|(?:globalThis|window|global|self)\.(?:eval|Function)|vm\.(?:runIn\w+|Script|compileFunction)|instance_eval|class_eval|module_eval|Kernel\.eval|\?\.(?:instance_eval|class_eval))$/;
/** Programs whose manual tells people to evaluate their output in a shell. */
const printers =
  /^(?:ssh-agent|brew|direnv|pyenv|rbenv|nodenv|goenv|jenv|nvm|fnm|mise|asdf|rtx|starship|zoxide|conda|micromamba|minikube|docker-machine|opam|dircolors|lesspipe|lesspipe\.sh|keychain|gpg-agent|aws|thefuck|atuin|mcfly|register-python-argcomplete|luarocks|perl|resize|tmuxp|op|volta|sheldon|antibody|podman|wezterm|kubectl|helm|gh|poetry|pdm|uv|hatch|nix)$/;

/** A function made from text, by the constructor that every function has. */
const constructors = pattern(
  ['constructor'],
  String.raw`\bgetPrototypeOf\([^\n]{0,60}function[^\n]{0,40}\)\s*\.\s*constructor\b|\bfunction\s*\*?\s*\(\)\s*\{\s*\}\s*\)\s*\.\s*constructor\b|\bconstructor\s*\.\s*constructor\s*\(|\bconstructor\[["']constructor["']\]`,
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
