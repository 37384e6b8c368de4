import type { Finding, NotInspected } from '../../../shared/model/findings.ts';
import type { SkillFacts } from '../../../shared/model/behavior.ts';
import {
  bySeverity,
  type FindingConfidence,
  type FindingRole,
  type FindingSeverity,
} from '../../../shared/model/severity.ts';
import { sha256 } from '../digest.ts';
import { visible } from '../text.ts';
import { documentOf, type RuleDocument, type FileToRead } from './document.ts';
import { excerptOf, confidenceAt, ruleset, type RuleHit, type FindingRule } from './rule.ts';
import { joinFacts, boundedFacts } from './fact-lists.ts';
import type { GrammarLoader } from './reading/tree.ts';
import { opening } from './reading/layers.ts';
import { parsingWith, type ParseBudget } from './reading/parsing.ts';
import { rules as all } from './registry.ts';
import { tracesOf, type SkillTrace } from './traces.ts';
import { toolsOf } from '../requests.ts';
import { hostsIn } from './knowledge/contacted-hosts.ts';
import { environmentDumps, environmentReads, isSecretName } from './knowledge/environment.ts';
import { outsidePaths } from './knowledge/file-use.ts';
import { lastingKind } from './knowledge/agent-files.ts';
import { isPromptedCommand } from './knowledge/programs.ts';
import { isLesson } from './knowledge/about.ts';
import { isOnlyRefused } from './roles.ts';
import { isShown, isInMost, isStillOrder } from './reading/phrases.ts';
import { secretReads } from './knowledge/secret-reads.ts';

export interface FileToInspect extends FileToRead {
  readonly uri: string;
  readonly digest: string;
}

/** What the rules found in one file, and which parts they couldn't inspect. */
export interface FileInspection {
  /** In the order of the rules. */
  readonly findings: readonly Finding[];
  readonly notInspected: readonly NotInspected[];
  /** What rules about the whole skill need to know about the file. */
  readonly traces: readonly SkillTrace[];
  /** What the file does, including what is encoded in it. */
  readonly facts: SkillFacts;
}

/** The most further places kept for a finding; `count` includes all. */
const mostRelated = 50;
const mostDecoded = 200;

/** Inspects one file with all rules, and the encoded text in it. */
export async function inspect(
  file: FileToInspect,
  grammars: GrammarLoader,
  rules: readonly FindingRule[] = all,
): Promise<FileInspection> {
  const { uri, digest } = file;
  const parsing = parsingWith(grammars);
  const document = await documentOf(file, parsing);
  const found = new Map<FindingRule, Placed[]>();
  const gaps = [...document.gaps];
  const facts: SkillFacts[] = [];
  await lookInto({ document, parsing, rules, found, gaps, facts, outer: null });
  const findings = rules.flatMap((rule) => {
    const hits = found.get(rule);
    return hits === undefined ? [] : [findingOf({ rule, hits, document, uri, digest })];
  });
  const { traces, isCut } = tracesOf(document);
  if (isCut)
    gaps.push({ reason: 'too-large', detail: 'more links and commands than are followed' });
  const notInspected = [
    ...new Map(gaps.map((gap) => [`${gap.reason} ${gap.detail}`, gap])).values(),
  ];
  return {
    findings,
    notInspected: notInspected.map((gap) => ({ uri, digest, ...gap })),
    traces,
    facts: joinFacts(facts),
  };
}

/** A hit with its place in the file itself. */
interface Placed {
  readonly hit: RuleHit;
  readonly start: number;
  readonly end: number;
  readonly excerpt: string;
  readonly role: FindingRole;
  /** The role is the folder's, which makes high medium and folds nothing. */
  readonly byFolder: boolean;
  readonly decoded: Finding['decoded'];
  /**
   * The digest of all code around a hit in code, because the rest of the code decides what runs.
   */
  readonly about: string | null;
}

interface Looking {
  readonly document: RuleDocument;
  readonly parsing: ParseBudget;
  readonly rules: readonly FindingRule[];
  readonly found: Map<FindingRule, Placed[]>;
  readonly gaps: RuleDocument['gaps'][number][];
  /** Of each document and layer. */
  readonly facts: SkillFacts[];
  /** The place of a layer in the file. */
  readonly outer: {
    readonly start: number;
    readonly end: number;
    readonly role: FindingRole;
    /** Its text is in the file unencoded. */
    readonly isCarried: boolean;
    /** High is medium. */
    readonly isLower: boolean;
  } | null;
}

async function lookInto(looking: Looking): Promise<void> {
  const { document, parsing, rules, found, gaps, facts, outer } = looking;
  facts.push(factsOf(document));
  // What's hidden in a file is seen in its own text.
  const isCarried = document.opened.length === 1 && outer?.isCarried === true;
  for (const rule of rules)
    for (const hit of isCarried && rule.family === 'hidden' ? [] : rule.look(document)) {
      const placed = place(hit, document, outer);
      const known = found.get(rule);
      if (known === undefined) found.set(rule, [placed]);
      else known.push(placed);
    }
  for (const layer of document.layers) {
    const opened = [...document.opened, ...layer.path];
    if (opened.length > opening.levels) {
      gaps.push({
        reason: 'too-deep',
        detail: `${opened.join(', ')}: encoded more than ${opening.levels} times`,
      });
      continue;
    }
    const { path } = document;
    const inner = await documentOf({ path, bytes: layer.bytes }, parsing, opened, layer);
    gaps.push(...inner.gaps);
    const at = outer ?? {
      start: layer.start,
      end: layer.end,
      role: roleOfLayer(document, layer.start),
      isCarried: layer.isProse === true || layer.language !== undefined,
      isLower: layer.isOfProgram === true || document.isByFolder(layer.start),
    };
    await lookInto({ ...looking, document: inner, outer: at });
  }
}

/** What a lesson quotes is an example, however it is written. */
const roleOfLayer = (document: RuleDocument, start: number): FindingRole =>
  isLesson(document) && isShown(document, start) ? 'example' : document.roleAt(start);

function place(hit: RuleHit, document: RuleDocument, outer: Looking['outer']): Placed {
  const isBytes = hit.unit === 'bytes';
  const own = isBytes ? 'code' : document.roleAt(hit.start);
  const excerpt = isBytes
    ? `bytes ${hit.start} to ${hit.end}`
    : excerptOf(document.text, hit.start, hit.end);
  const said = hit.decoded ?? null;
  const about = isBytes ? null : codeAround(document, hit.start);
  if (outer === null)
    return {
      hit,
      start: hit.start,
      end: hit.end,
      excerpt,
      role: hit.role ?? own,
      byFolder: !isBytes && isOneStepLower(hit, own, document),
      decoded: said && { path: [...said.path], text: visible(said.text, mostDecoded) },
      about,
    };
  const path = [...document.opened, ...(said?.path ?? [])];
  const text = said === null ? excerpt : visible(said.text, mostDecoded);
  return {
    hit,
    start: outer.start,
    end: outer.end,
    excerpt,
    role: outer.role,
    byFolder: outer.isLower,
    decoded: { path, text },
    about,
  };
}

/** An attacker writes the surroundings, so they fold nothing that speaks to the model as an order. */
const isOneStepLower = (
  { role, start }: RuleHit,
  own: FindingRole,
  document: RuleDocument,
): boolean =>
  (role === undefined && document.isByFolder(start)) ||
  ((role ?? own) === 'example' && isStillOrder(document, start)) ||
  (/^(?:example|negated)$/.test(role ?? own) && isInMost(document, start)) ||
  ((role ?? own) === 'negated' &&
    document.blocks.some(
      (block) =>
        block.start <= start && start < block.end && isOnlyRefused(document.text, block, start),
    ));

const codes = new WeakMap<RuleDocument, string>();

/** The digest of all code of the document; null if the place isn't in code. */
function codeAround(document: RuleDocument, start: number): string | null {
  const { code, text } = document;
  if (!code.some((part) => part.start <= start && start < part.end)) return null;
  let digest = codes.get(document);
  if (digest === undefined) {
    digest = sha256(JSON.stringify(code.map((part) => text.slice(part.start, part.end))));
    codes.set(document, digest);
  }
  return digest;
}

interface Found {
  readonly rule: FindingRule;
  readonly hits: readonly Placed[];
  readonly document: RuleDocument;
  readonly uri: string;
  readonly digest: string;
}

function findingOf({ rule, hits, document, uri, digest }: Found): Finding {
  const [best, ...others] = [...hits].sort(
    (a, b) =>
      // An attacker can put a certain but harmless hit next to the real one.
      bySeverity(
        { confidence: confidenceOf(a), severity: a.hit.severity ?? rule.severity },
        { confidence: confidenceOf(b), severity: b.hit.severity ?? rule.severity },
      ) || a.start - b.start,
  );
  if (best === undefined) throw new Error(`invariant: ${rule.id} has no hit`);
  const placeOf = ({ hit, start, end }: Placed): Finding['place'] =>
    hit.unit === 'bytes' ? document.places.ofBytes(start, end) : document.places.ofText(start, end);
  const beside = (best.hit.related ?? []).map((range) => ({ ...best, ...range }));
  const related = [...beside, ...others].slice(0, mostRelated).map(placeOf);
  const abouts = [...new Set(hits.flatMap(({ about }) => about ?? []))];
  const isLayer = best.decoded !== null && best.hit.decoded === undefined;
  return {
    rule: rule.id,
    ruleset,
    title: rule.title,
    why: rule.why,
    confusedWith: rule.confusedWith,
    uri,
    digest,
    ...(abouts.length === 0 ? {} : { about: sha256(JSON.stringify(abouts)) }),
    severity: severityOf(best, rule),
    confidence: confidenceOf(best),
    place: placeOf(best),
    excerpt: isLayer ? excerptOf(document.text, best.start, best.end) : best.excerpt,
    decoded: best.decoded,
    role: best.role,
    related: related.sort((a, b) => a.start - b.start),
    count: hits.length,
  };
}

const confidenceOf = ({ hit, role, byFolder }: Placed): FindingConfidence =>
  byFolder ? (hit.confidence ?? 'medium') : confidenceAt(role, hit.confidence);

const severityOf = ({ hit, byFolder }: Placed, rule: FindingRule): FindingSeverity => {
  const own = hit.severity ?? rule.severity;
  return byFolder && (own === 'critical' || own === 'high') ? 'medium' : own;
};

/** What one document does, without its layers, which are documents of their own. */
function factsOf(document: RuleDocument): SkillFacts {
  const ran = document.commands.filter(isPromptedCommand);
  const { reads, writes } = outsidePaths(document);
  const fields = [...(document.frontmatter ?? [])].map(([name, { value }]) => [name, value]);
  return boundedFacts({
    commands: ran.map(({ name }) => name),
    hosts: hostsIn(document),
    reads,
    writes,
    secrets: secretKinds(document),
    persistence: [...writes, ...ran].flatMap((one) => lastingKind(one) ?? []),
    tools: toolsOf(Object.fromEntries(fields)),
  });
}

function* secretKinds(document: RuleDocument): Generator<string> {
  for (const { kind } of secretReads(document)) yield kind;
  for (const { name } of environmentReads(document))
    if (name !== null && isSecretName(name)) yield `$${name}`;
  for (const { args } of document.commands)
    for (const { text, dynamic } of args)
      if (dynamic)
        for (const [, name = ''] of text.matchAll(/\$\{?([A-Z][A-Z0-9_]{2,60})\b/g))
          if (isSecretName(name)) yield `$${name}`;
  if (environmentDumps(document).some(({ narrow }) => !narrow)) yield 'all variables';
}
