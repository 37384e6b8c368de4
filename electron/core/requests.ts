import type { Requests, SkillEntry } from '../../shared/model/skill.ts';
import { own } from './json.ts';

/** `allowed-tools` is Agent Skills' spelling; hosts also read the other two. */
const toolFields = ['allowed-tools', 'allowed_tools', 'allowedTools'] as const;

/**
 * The tools that a skill asks for, each as written and once, in order. A string is split at
 * commas and white space outside parentheses, so that `Bash(git add:*)` stays one tool; an
 * array gives its strings. Asking is all that it is: nothing here grants anything.
 */
export function toolsOf(frontmatter: Readonly<Record<string, unknown>>): string[] {
  const tools = new Set<string>();
  for (const field of toolFields) {
    const value = own(frontmatter, field);
    const texts =
      typeof value === 'string'
        ? split(value)
        : Array.isArray(value)
          ? value.filter((item) => typeof item === 'string')
          : [];
    for (const text of texts) if (text.trim() !== '') tools.add(text.trim());
  }
  return [...tools];
}

function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && (character === ',' || character.trim() === '')) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Fields that some host runs or that widen what it may do ("No implicit local execution"). */
const declarative =
  /^(?:hooks?|scripts?|commands?|run|exec|install|setup|env|environment|mcp[-_]?servers?|permissions?|permission[-_]?mode)$/i;
/**
 * Life-cycle fields: `pre`, `post-install`, `on_load`, `onStop`, `prerun`; not `presentation` or
 * `online`.
 */
const lifeCycle = /^(?:pre|post|on)(?:[-_A-Z].*|install|run|exec|command)?$/;

const executable = new Set(
  (
    'sh bash zsh fish ksh csh ps1 psm1 psd1 bat cmd com exe msi scr pif dll so dylib bin run out app appimage deb rpm apk pkg dmg jar war class wasm node ' +
    'py pyc pyo pyw pyz js mjs cjs jsx ts mts cts tsx rb pl pm php lua r jl tcl awk sed groovy kts vbs vbe jse wsf wsh hta reg lnk url applescript scpt scptd command desktop service ipynb'
  ).split(' '),
);
const executableNames = new Set([
  'makefile',
  'gnumakefile',
  'justfile',
  'rakefile',
  'dockerfile',
  'package.json',
  'setup.cfg',
]);

function isExecutable(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return dot === -1
    ? executableNames.has(name)
    : executable.has(name.slice(dot + 1)) || executableNames.has(name);
}

const none: string[] = [];

/**
 * What a skill asks a host for, from its entry alone. `executables` are paths, by name; the content
 * decides nothing.
 */
export function requestsOf(entry: Pick<SkillEntry, 'frontmatter' | 'files'>): Requests {
  return {
    tools: toolsOf(entry.frontmatter),
    declarative: Object.keys(entry.frontmatter).filter(
      (key) => declarative.test(key) || lifeCycle.test(key),
    ),
    executables:
      typeof entry.files === 'string'
        ? none
        : entry.files.filter((file) => isExecutable(file.path)).map((file) => file.path),
  };
}
