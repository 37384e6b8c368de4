import { counted } from '../../../shared/count-text.ts';
import { metadataDigestOf, metadataOf } from '../../core/decisions/metadata.ts';
import { displayOf } from '../../core/decisions/display.ts';
import { isActedOn } from '../../core/frontmatter/host-keys.ts';
import { requestsOf } from '../../core/requests.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { countsInWords, sinceInWords } from '../../../shared/model/finding-text.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import { checkedOf } from '../../engine/catalogue/views.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { findingsOf, sinceDecision } from '../../engine/findings/findings.ts';
import type { OutputLine, CommandOutput } from '../call/command.ts';
import { exactSize } from '../../../shared/size-text.ts';

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
            `file      ${path}  ${size === undefined ? 'unknown size' : exactSize(size)}  ${digest ?? 'no digest'}`,
        )),
    `coverage  ${coverage.verified} of ${counted(coverage.total, 'file')} match the manifest, ${coverage.shown} printed here`,
    `findings  ${findingsInWords(skill)}`,
    `digests   ${skill.entry.integrity}`,
    `metadata  ${metadataDigest}`,
    `set       ${setDigest ?? 'none'}`,
  ];
}

/** What the rules found in the files that were read, and what they couldn't inspect. */
function findingsInWords(skill: CatalogueSkill): string {
  const { counts, notInspected } = findingsOf(skill);
  const since = sinceDecision(skill);
  const unread = notInspected.filter(({ reason }) => reason === 'not-read').length;
  return [
    // Without any file read, no findings means nothing.
    countsInWords(counts) || (unread > 0 ? 'none so far' : 'none'),
    ...(since === null ? [] : [`since the approval: ${sinceInWords(since)}`]),
    ...(counts.acknowledged > 0 ? [`${counts.acknowledged} dismissed`] : []),
    ...(counts.notInspected > 0 ? [`${counts.notInspected} not inspected`] : []),
    ...(unread > 0 ? [`${unread} ${unread === 1 ? 'file' : 'files'} not read`] : []),
  ].join('; ');
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
  outcome: 'not-shown' | 'stale',
  how: string,
): CommandOutput {
  const { server, skill, setDigest, metadataDigest, tools, coverage } = served;
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
    },
    human: [...servedLines(served), how],
    exit: notSeen,
  };
}
