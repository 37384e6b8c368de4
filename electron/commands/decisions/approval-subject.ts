import { counted, exactSize } from '../../../shared/size-text.ts';
import { metadataDigestOf, metadataOf, displayOf } from '../../core/decisions/display.ts';
import { isActedOn } from '../../core/frontmatter/field-rules.ts';
import { requestsOf } from '../../core/requests.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import {
  countsInWords,
  mustBeSeen,
  riskInWords,
  riskJson,
  type SkillRisk,
} from '../../../shared/model/risk.ts';
import type { AnsweredFinding, NotInspected } from '../../../shared/model/findings.ts';
import { sinceInWords } from '../../../shared/model/finding-text.ts';
import { pathInEntry } from '../../core/skill-place.ts';
import { inspectionOf } from '../../core/skill-state/steps.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import { checkedOf } from '../../engine/catalogue/views.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { findingsOf, riskAt, sinceDecision } from '../../engine/findings/findings.ts';
import type { OutputLine, CommandOutput } from '../call/command.ts';

/** Ends a command that wrote nothing, because the person hasn't seen what is served. */
export const notSeen = 9;

/** What an approval would bind, as the server serves it now. */
export interface ApprovalSubject {
  readonly server: CatalogueServer;
  readonly skill: CatalogueSkill;
  readonly setDigest: string | null;
  /** Metadata that the entry gives besides its files. */
  readonly metadataDigest: string;
  readonly tools: readonly string[];
  readonly coverage: { readonly verified: number; readonly shown: number; readonly total: number };
  /** `digest` identifies the findings that must be accepted; null if there are none. */
  readonly risk: SkillRisk & { readonly digest: string | null };
  /** The decision that an approval would replace. */
  readonly record: ApprovalRecord | null;
}

/** `shown`: how many files were printed in this run. */
export function servedNow(skill: CatalogueSkill, shown = 0): ApprovalSubject {
  const { verified, total } = checkedOf(skill);
  return {
    server: skill.server,
    skill,
    setDigest: setDigestOf(skill.entry),
    metadataDigest: metadataDigestOf(skill.entry),
    tools: requestsOf(skill.entry).tools,
    coverage: { verified, shown, total },
    risk: riskAt(skill),
    record: skill.record,
  };
}

/** Everything a person decides on, each with a label of ours. */
export function servedLines(served: ApprovalSubject): OutputLine[] {
  const { server, skill, setDigest, metadataDigest, tools, coverage, record } = served;
  const { files } = skill.entry;
  return [
    `server    ${server.label}`,
    ...identityLines(server),
    `uri       ${skill.entry.uri}`,
    `replaces  ${record === null ? 'nothing' : replacedWords(record)}`,
    ...(tools.length === 0 ? ['requests  no tool'] : tools.map((tool) => `requests  tool ${tool}`)),
    ...saidLines(skill),
    ...(files.kind !== 'listed'
      ? [`content   ${files.kind}`]
      : files.files.map(
          ({ path, size, digest }) =>
            `file      ${path}  ${size === undefined ? 'unknown size' : exactSize(size)}  ` +
            `${digest ?? 'no digest'}`,
        )),
    `coverage  ${coverage.verified} of ${counted(coverage.total, 'file')} match the manifest, ` +
      `${coverage.shown} printed here`,
    ...riskLines(served),
    `digests   ${skill.entry.integrity}`,
    `metadata  ${metadataDigest}`,
    `set       ${setDigest ?? 'none'}`,
  ];
}

/** The skill's risk, and each finding that a person must see before approving. */
export function riskLines(served: Pick<ApprovalSubject, 'skill' | 'risk'>): OutputLine[] {
  const { skill, risk } = served;
  const { counts, findings } = findingsOf(skill);
  const since = sinceDecision(skill);
  return [
    'risk      ' +
      `${riskInWords(risk)}${counts.acknowledged > 0 ? ` · ${counts.acknowledged} dismissed` : ''}`,
    ...(since === null ? [] : [`since     ${sinceInWords(since)}`]),
    ...mustBeSeen(findings).flatMap((one): OutputLine[] => [
      `finding   ${one.severity}  ${one.rule} ${one.title}: ${placeInWords(skill, one)}`,
      { quoted: one.excerpt },
    ]),
  ];
}

function placeInWords({ entry }: CatalogueSkill, finding: AnsweredFinding): string {
  const { field, uri, place, count } = finding;
  const path = pathInEntry(entry, uri);
  const where =
    field === undefined ? `${path.ok ? path.value : uri}:${place.line}` : `the entry, ${field}`;
  return count > 1 ? `${where} and ${count - 1} more` : where;
}

/** Longer fields may be cut in a line, so every character is written out. */
const longestLine = 400;

/** Everything the entry says about the skill, because an approval keeps all of it. */
function saidLines({ entry }: CatalogueSkill): OutputLine[] {
  return Object.entries(metadataOf(entry)).flatMap(([field, value]): OutputLine[] => {
    const word = isActedOn(field) ? 'declares' : 'says    ';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return field.length + text.length <= longestLine
      ? [`${word}  ${field}: ${text}`]
      : [`${word}  a field of ${text.length} characters:`, { quoted: `${field}: ${text}` }];
  });
}

/** The server's identity next to its label, because a label can be moved. */
function identityLines({ identity, configured: { config } }: CatalogueServer): OutputLine[] {
  if (identity === null || !config.ok) return ['identity  none'];
  return identity.kind === 'stdio'
    ? [`identity  ${displayOf(config.value)}`, `          ${identity.fingerprint}`]
    : [`identity  ${displayOf(config.value)}`];
}

/** A record in a few words, with its id. */
const replacedWords = ({ decision, decidedAt, actor, id }: ApprovalRecord): string =>
  `${decision} on ${decidedAt.slice(0, 10)} by ${actor.name} (${id})`;

/** The same as a line, if there is a record. */
export const replacedLines = (record: ApprovalRecord | null): OutputLine[] =>
  record === null ? [] : [`replaces  ${replacedWords(record)}`];

/** What a program learns about the record that a decision replaced. */
export const replacedOf = (record: ApprovalRecord | null): object | null =>
  record === null
    ? null
    : { id: record.id, decision: record.decision, decidedAt: record.decidedAt };

/**
 * Nothing was written; returns what is served now, so that someone can review it and decide then.
 */
export function notShown(
  served: ApprovalSubject,
  outcome: 'not-shown' | 'stale' | 'risk' | 'unread',
  how: string,
): CommandOutput {
  const { server, skill, setDigest, metadataDigest, tools, coverage, risk } = served;
  const { files } = skill.entry;
  return {
    json: {
      server: server.label,
      uri: skill.entry.uri,
      setDigest,
      metadataDigest,
      outcome,
      files:
        files.kind !== 'listed'
          ? files.kind
          : files.files.map(({ path, uri, size, digest }) => ({
              path,
              uri,
              size: size ?? null,
              digest: digest ?? null,
            })),
      metadata: metadataOf(skill.entry),
      tools,
      coverage,
      risk: riskJson(risk),
    },
    human: [...servedLines(served), how],
    exit: notSeen,
  };
}

const unseenReasons: ReadonlySet<NotInspected['reason']> = new Set(['not-read', 'older-rules']);
/** The attacker makes a file too large, too slow or too deep for the rules, or makes them crash. */
const givenUp: ReadonlySet<NotInspected['reason']> = new Set([
  'too-slow',
  'too-large',
  'too-deep',
  'crashed',
]);

/** What must be accepted before an approval that nobody is asked about; null for nothing. */
export function toAccept({ risk, skill }: ApprovalSubject): {
  readonly outcome: 'risk' | 'unread';
  readonly message: string;
} | null {
  if (risk.digest !== null)
    return {
      outcome: 'risk',
      message:
        'Nothing was written: the skill has high or critical findings ' +
        `(${countsInWords(risk)}). Review them; to approve it anyway, add --accept-risk.`,
    };
  // A remembered match only says that a file is as listed: the attacker is a file that was verified
  // by a command without rules, or whose findings were too many to be kept.
  const gaps = inspectionOf(skill).notInspected;
  const isUnseen = ({ reason }: (typeof gaps)[number]): boolean => unseenReasons.has(reason);
  const unseen = Math.max(risk.unread, new Set(gaps.filter(isUnseen).map(({ uri }) => uri)).size);
  if (unseen > 0)
    return {
      outcome: 'unread',
      message:
        `Nothing was written: ${unseen} of ${counted(risk.files, 'file')} ` +
        `${risk.files === 1 ? 'wasn’t' : 'weren’t'} checked, so nobody knows what’s in there. ` +
        'Add --read-all to read and check them first, ' +
        'or --accept-risk to approve them unchecked.',
    };
  const hidden = new Set(gaps.filter(({ reason }) => givenUp.has(reason)).map(({ uri }) => uri));
  if (hidden.size > 0)
    return {
      outcome: 'unread',
      message:
        `Nothing was written: the rules gave up on ${counted(hidden.size, 'file')} (too large, ` +
        'too slow, too deep, or it made them crash), so nobody knows what they’d find. ' +
        'Review the text; to approve it anyway, add --accept-risk.',
    };
  return null;
}
