import type {
  FileEntry,
  SkillRequests,
  SkillSetting,
  SkillEntry,
} from '../../shared/model/skill.ts';
import { isActedOn, isRunByHosts } from './frontmatter/field-rules.ts';
import { own } from './json.ts';
import { pathFromUri } from './skill-place.ts';
import { visible } from './text.ts';

/** `allowed-tools` is the Agent Skills spelling; apps also read the other two. */
const toolFields = ['allowed-tools', 'allowed_tools', 'allowedTools'] as const;

/**
 * The tools that a skill requests, each as written and once, in order. A string is split at commas
 * and white space outside parentheses, so that `Bash(git add:*)` stays one tool; an array
 * contributes its strings. Requesting allows nothing.
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

const separator = /[\s,()]/g;

function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: character, index } of text.matchAll(separator)) {
    if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      if (index > start) parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

const executable = new Set(
  (
    'sh bash zsh fish ksh csh ps1 psm1 psd1 bat cmd com exe msi scr pif dll so dylib bin run out ' +
    'app appimage deb rpm apk pkg dmg jar war class wasm node py pyc pyo pyw pyz js mjs cjs jsx ' +
    'ts mts cts tsx rb pl pm php lua r jl tcl awk sed groovy kts vbs vbe jse wsf wsh hta reg lnk ' +
    'url applescript scpt scptd command desktop service ipynb'
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

/** True for a script or binary by its name. */
export function isExecutable(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return dot === -1
    ? executableNames.has(name)
    : executable.has(name.slice(dot + 1)) || executableNames.has(name);
}

/** Shown elsewhere. */
const shownElsewhere = new Set<string>(['name', 'description', ...toolFields]);
const mostSettings = 40;
const longestValue = 300;

/**
 * Every other field that apps act on, including `hooks`, with its value as one line: a string
 * unchanged, anything else as JSON. The server writes both; beyond 40 fields the rest are counted.
 */
function settingsOf(frontmatter: Readonly<Record<string, unknown>>): SkillSetting[] {
  const fields = Object.keys(frontmatter).filter(
    (field) => isActedOn(field) && !shownElsewhere.has(field),
  );
  const settings = fields.slice(0, mostSettings).map((field) => {
    const value = frontmatter[field];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { field: visible(field, 100), value: visible(text, longestValue) };
  });
  const more = fields.length - settings.length;
  return more === 0 ? settings : [...settings, { field: `… and ${more} more`, value: '' }];
}

const emptyList: string[] = [];

type Asking = Pick<SkillEntry, 'frontmatter' | 'files'> &
  Partial<Pick<SkillEntry, 'uri' | 'root' | 'pathsAreStated'>>;

/**
 * What a skill requests from an app, judged by its entry alone. `executables` are paths, chosen by
 * name; content plays no role.
 */
export function requestsOf(entry: Asking): SkillRequests {
  return {
    tools: toolsOf(entry.frontmatter),
    declarative: Object.keys(entry.frontmatter).filter(isRunByHosts),
    settings: settingsOf(entry.frontmatter),
    executables:
      entry.files.kind === 'listed'
        ? entry.files.files.filter((file) => isRunByName(entry, file)).map((file) => file.path)
        : emptyList,
  };
}

/** By either name, if a server's path for a file differs from its URI. */
function isRunByName({ uri = '', root, pathsAreStated }: Asking, file: FileEntry): boolean {
  if (isExecutable(file.path)) return true;
  if (pathsAreStated !== true || file.uri === uri) return false;
  const own = pathFromUri(root === undefined ? { uri } : { uri, root }, file.uri);
  return own.ok && isExecutable(own.value);
}
