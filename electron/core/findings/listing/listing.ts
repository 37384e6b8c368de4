import {
  atField,
  setRule,
  type SetHit,
  type SkillSet,
  inFile,
  wholeFile,
} from '../set/skill-set.ts';
import { everyTool, breadthOf } from '../power/tools.ts';
import { hostHooks, isHook } from '../power/host-power.ts';
import { resolveInEntry, rootOf } from '../../skill-place.ts';
import { listedFile } from '../../verification/listed-file.ts';
import { isFolded } from '../../../../shared/model/severity.ts';

/** More keywords than people write. */
const maxCount = 30;
const everything =
  /\b(?:any|every|all)\s+(?:kinds?\s+of\s+|types?\s+of\s+|sorts?\s+of\s+)?(?:tasks?|requests?|questions?|prompts?|messages?|conversations?|problems?|situations?|topics?|purposes?|user\s+inputs?)\b|\b(?:for|handles?|does)\s+(?:absolutely\s+)?(?:everything|anything)\b|\banything\s+(?:at\s+all|the\s+user)\b|\balways\s+(?:use|invoke|choose|load|prefer|call)\b/i;

/** M05. */
export const bait = setRule({
  id: 'M05',
  family: 'listing',
  severity: 'low',
  title: 'Description that fits nearly everything',
  why:
    'Models choose skills by description. One that names everything gets chosen for tasks it ' +
    "isn't made for, and its instructions are read every time.",
  confusedWith: 'Skills about how to work in general, and long lists of formats or products.',
  *look(set) {
    const { description } = set.entry;
    const broad = everything.exec(description)?.[0];
    const keywords = Math.max(
      ...description.split(/[.!?:\n]\s|\n/).map((part) => part.split(/[,;|/]/).length),
    );
    if (broad === undefined && keywords <= maxCount) return;
    const excerpt = broad ?? `${keywords} keywords in a row`;
    yield atField(set, 'description', { excerpt, about: description, role: 'frontmatter' });
  },
});

/** M09. */
export const generated = setRule({
  id: 'M09',
  family: 'listing',
  severity: 'info',
  title: 'Content is generated each time',
  why:
    "What you read doesn't tell you what comes next. You can allow it until the app closes, " +
    'but not approve it permanently.',
  confusedWith: 'Nothing: the server says so itself.',
  *look({ entry }) {
    if (entry.files.kind === 'dynamic')
      yield { field: 'resources', excerpt: 'no list of files: the content is dynamic' };
  },
});

/**
 * What the listing entry alone says, before any file is read. As soon as the same rule has found it
 * in SKILL.md, that finding takes its place. The attacker makes SKILL.md crash the rules, so that
 * having been looked at isn't enough.
 */
function* fieldsOf(
  { entry, main }: SkillSet,
  { id }: { readonly id: string },
): Iterable<readonly [string, unknown]> {
  if (main?.findings.some(({ rule }) => rule === id) === true) return;
  yield* Object.entries(entry.frontmatter);
}

const hitAt = (name: string, value: unknown): SetHit => ({
  field: `frontmatter.${name}`,
  excerpt: `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  role: 'frontmatter',
});

export const listedHooks = setRule({
  ...hostHooks,
  *look(set) {
    for (const [name, value] of fieldsOf(set, hostHooks))
      if (isHook(name, value)) yield hitAt(name, value);
  },
});

export const listedTools = setRule({
  ...everyTool,
  *look(set) {
    for (const [name, value] of fieldsOf(set, everyTool)) {
      const breadth = breadthOf(name, value);
      if (breadth === 'everything') yield hitAt(name, value);
      else if (breadth === 'shell') yield { ...hitAt(name, value), severity: 'low' };
    }
  },
});

/** Placeholders for the reader's own files. */
const placeholder = /^(?:path\/to|your|my|example|file|url|link|\.{3}|…)|[<>{}$*]|\.\.\./i;

/** M01. */
export const missingFile = setRule({
  id: 'M01',
  family: 'listing',
  severity: 'medium',
  title: "Refers to a file that it doesn't have",
  why:
    'Someone can add the file later, after the text that uses it was reviewed. A model that ' +
    'looks for it may find another file of that name elsewhere.',
  confusedWith: 'Files written while the skill is used, and placeholder names.',
  *look({ entry, main }) {
    if (main === null || entry.files.kind !== 'listed') return;
    for (const trace of main.traces) {
      if ((trace.kind !== 'link' && trace.kind !== 'run') || placeholder.test(trace.text)) continue;
      const uri = resolveInEntry(entry, trace.text);
      if (!uri.ok || listedFile(entry, uri.value) !== undefined) continue;
      // A link to a folder isn't a link to a file.
      const { files } = entry.files;
      if (files.some((file) => file.uri.startsWith(`${uri.value}/`))) continue;
      yield inFile(main, trace, trace.kind === 'run' ? { confidence: 'medium' } : {});
    }
  },
});

/** M08. */
export const astrayPointer = setRule({
  id: 'M08',
  family: 'listing',
  severity: 'medium',
  title: "Refers to another server's skill or to missing tools",
  why:
    "Your decision doesn't cover what it refers to, and someone else can provide it: a server " +
    'that takes the name, or a skill at the same address.',
  confusedWith: "A skill that works with a server that just isn't connected now.",
  *look({ files, held }) {
    const { astray } = held.relations;
    if (astray.length === 0) return;
    const targets = new Map(astray.map(({ target, why }) => [target, why]));
    for (const file of files)
      for (const trace of file.traces) {
        const why =
          trace.kind === 'tool' || trace.kind === 'skill' ? targets.get(trace.text) : undefined;
        if (why !== undefined) yield inFile(file, trace, { excerpt: `${trace.text}: ${why}` });
      }
  },
});

/** M02. */
export const otherFolder = setRule({
  id: 'M02',
  family: 'listing',
  severity: 'high',
  title: 'The folder and the list of files disagree',
  why:
    "Your decision covers the listed files. It doesn't cover a file that only the folder has, " +
    'but an app that reads the folder finds it.',
  confusedWith: 'A server that changed a file since it was listed. List its skills again.',
  *look({ entry, held }) {
    if (entry.files.kind !== 'listed') return;
    const folder = `${rootOf(entry)}/`;
    const short = (uri: string): string =>
      uri.startsWith(folder) ? uri.slice(folder.length) : uri;
    for (const { more, gone } of held.folders.values()) {
      for (const uri of more)
        if (listedFile(entry, uri) === undefined)
          yield {
            field: 'resources',
            excerpt: `only in the folder: ${short(uri)}`,
            about: `only ${uri}`,
          };
      for (const uri of gone)
        if (listedFile(entry, uri) !== undefined)
          yield {
            field: 'resources',
            excerpt: `not in the folder: ${short(uri)}`,
            about: `not ${uri}`,
          };
    }
  },
});

const listed = 5;

/** M03. */
export const sameName = setRule({
  id: 'M03',
  family: 'listing',
  severity: 'medium',
  title: 'Same or nearly the same name as another skill',
  why:
    'A model chooses a skill by name. A skill with the same or a similar name may be chosen ' +
    'instead of the one you meant.',
  confusedWith: 'The same skill, offered by its author on two servers or kept in a folder too.',
  *look(set) {
    const { entry, held } = set;
    const others = [
      ...held.relations.collisions
        .filter(({ where }) => where !== entry.server)
        .map(({ where }) => `the same name on ${where}`),
      ...held.relations.alike.map(({ name, where }) => `${name} on ${where}`),
    ];
    if (others.length === 0) return;
    const more = others.length > listed ? `, and ${others.length - listed} more` : '';
    const excerpt = `${entry.name}: ${others.slice(0, listed).join(', ')}${more}`;
    const about = JSON.stringify([entry.name, others]);
    yield atField(set, 'name', { excerpt, about, role: 'frontmatter' });
  },
});

interface Power {
  /** Rules whose findings show that a file uses it. */
  readonly rules: ReadonlySet<string>;
  /** Words in a description that make a reader expect it. */
  readonly words: RegExp;
}

const powers: readonly Power[] = [
  {
    rules: new Set(['E05', 'E07', 'E11', 'E12', 'E13', 'X01', 'X02']),
    words:
      /network|internet|online|\bweb|https?\b|\burls?\b|\bapis?\b|fetch|download|upload|send|\bpost|publish|deploy|request|\bremote|server|service|cloud|sync|crawl|scrap|brows|search|email|mail|message|webhook|notif|install|repositor|github|gitlab|slack|discord|telegram|notion|jira|database|model/i,
  },
  {
    rules: new Set(['X03', 'X04', 'X06', 'X09', 'D01']),
    words:
      /\b(?:run|execut|command|script|shell|terminal|bash|cli\b|tool|program|process|build|compil|test|automat|install|convert|generat|creat|extract|analy[sz]|render|record|edit|fill|merg)/i,
  },
  {
    rules: new Set(['E01', 'E02', 'E03', 'E06', 'E09']),
    words:
      /secret|credential|password|token|\bkeys?\b|\bapi\b|auth|log ?in|sign(?:ing|ed)?\b|ssh|\benv|environment|config|setting|account|cloud|aws|deploy/i,
  },
];

/** M04. */
export const unsaidPowers = setRule({
  id: 'M04',
  family: 'listing',
  severity: 'low',
  title: 'Files do more than the description says',
  why:
    'You decide, and a model chooses, by the description. A file here uses the network, ' +
    "starts programs or reads secrets, and the description doesn't suggest it.",
  confusedWith: 'Descriptions that say what a skill is for, not how it works, as most do.',
  *look({ entry, files }) {
    const said = `${entry.name} ${entry.description}`;
    const unsaid = powers.filter(({ words }) => !words.test(said));
    if (unsaid.length === 0) return;
    for (const file of files) {
      for (const { rules } of unsaid) {
        const first = file.findings.find((one) => rules.has(one.rule) && !isFolded(one));
        if (first !== undefined) yield inFile(file, first);
      }
    }
  },
});

/** M06. */
export const varying = setRule({
  id: 'M06',
  family: 'listing',
  severity: 'critical',
  title: 'Same file served with two contents',
  why:
    'The person who reviews it and the app that loads it may get two different texts. Nobody ' +
    'can say which one counts.',
  confusedWith:
    "A file that its author changed just now, on a server that doesn't announce changes.",
  *look({ held }) {
    for (const [uri, { was, now }] of held.varied)
      yield wholeFile(uri, now, { excerpt: `first ${was}, then ${now}` });
    // Another client got other bytes, although the digest says that they are these.
    for (const [uri, { check, expected, actual }] of held.mismatches) {
      const here = held.served.get(uri);
      if (check !== 'digest' || held.varied.has(uri) || here === undefined) continue;
      if (actual === null || actual === here || expected !== here) continue;
      yield wholeFile(uri, here, { excerpt: `here ${here}, to another client ${actual}` });
    }
  },
});
