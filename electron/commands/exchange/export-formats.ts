import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { metadataDigest } from '../../core/decisions/display.ts';
import { isRecord } from '../../core/json.ts';
import { visible } from '../../core/text.ts';
import { asciiJson } from '../../core/ascii-json.ts';
import {
  compare,
  identityText,
  type ExportedDecision,
} from '../../core/decisions/exported-decisions.ts';
import { toolsOf } from '../../core/requests.ts';

export const exportFormats = ['agenticx', 'lock', 'csv', 'markdown', 'claude-code'] as const;
/** Those that follow from the decisions alone. */
export type ExportFormat = Exclude<(typeof exportFormats)[number], 'claude-code'>;

/**
 * Formats decisions as text that ends with a line feed. Throws for `agenticx` if two servers share
 * a label, see `clashes`.
 */
export function formatExport(format: ExportFormat, decisions: readonly ExportedDecision[]): string {
  switch (format) {
    case 'agenticx':
      return `${asciiJson(digestMaps(decisions))}\n`;
    case 'lock':
      return `${asciiJson(lockFile(decisions))}\n`;
    case 'csv':
      return csv(decisions);
    case 'markdown':
      return markdownSummary(decisions);
  }
}

const inForce = (decisions: readonly ExportedDecision[]): ApprovalRecord[] =>
  decisions.filter(({ standing }) => standing === 'approved').map(({ record }) => record);
const mapKey = ({ server, uri }: ApprovalRecord): string => `${server.label}::${uri}`;

/**
 * The `agenticx` keys that would name two servers: a reader of that map couldn't tell which one was
 * approved.
 */
export function clashes(decisions: readonly ExportedDecision[]): string[] {
  const keys = inForce(decisions).map(mapKey);
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
}

/** `{"label::uri": {uri: digest}}` of the approvals in force. */
function digestMaps(decisions: readonly ExportedDecision[]): object {
  const clash = clashes(decisions)[0];
  if (clash !== undefined) throw new Error(`two servers would stand under ${clash}`);
  return sortedObject(
    inForce(decisions).map((record) => [
      mapKey(record),
      sortedObject(record.resources.map(({ uri, digest }) => [uri, digest])),
    ]),
  );
}

/**
 * The approvals in force by identity, without times and people's names, so that the same decisions
 * give the same bytes.
 */
function lockFile(decisions: readonly ExportedDecision[]): object {
  return {
    format: 'skillgate/lock@1',
    skills: inForce(decisions).map(({ server, uri, frontmatter, ...record }) => ({
      server: server.label,
      identity: JSON.parse(canonicalJson(server.identity)) as unknown,
      uri,
      setDigest: record.setDigest,
      metadataDigest: metadataDigest(
        isRecord(frontmatter) ? frontmatter : {},
        keptPaths(record.resources),
      ),
      expiresAt: record.expiresAt,
      allowedTools: [...record.grants.allowedTools].sort(),
      resources: sortedObject(record.resources.map((file) => [file.uri, file.digest])),
    })),
  };
}

/** The paths that an approval kept, by URI, in the form `metadataDigestOf` uses for an entry. */
const keptPaths = (resources: ApprovalRecord['resources']): ReadonlyMap<string, string> =>
  new Map(
    resources.flatMap(({ uri, path }) => (typeof path === 'string' ? [[uri, path] as const] : [])),
  );

const columns = [
  'server',
  'identity',
  'uri',
  'name',
  'standing',
  'decidedAt',
  'expiresAt',
  'decidedBy',
  'files',
  'verified',
  'setDigest',
  'grantedTools',
  'note',
] as const;

function csv(decisions: readonly ExportedDecision[]): string {
  const rows = decisions.map(({ record, standing }) => {
    const {
      server,
      uri,
      name,
      decidedAt,
      expiresAt,
      actor,
      resources,
      coverage,
      setDigest,
      grants,
      note,
    } = record;
    return [
      server.label,
      identityText(record),
      uri,
      name,
      standing,
      decidedAt,
      expiresAt ?? '',
      actor.name,
      String(resources.length),
      String(coverage.verified),
      setDigest ?? '',
      grants.allowedTools.join(' '),
      note,
    ];
  });
  return `${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\n')}\n`;
}

/**
 * Makes a cell inert. The attacker writes names and notes that would become formulas in the
 * spreadsheet that opens the file.
 */
function cell(text: string): string {
  const shown = visible(text, 4_000);
  const inert = /^[=+\-@]/.test(shown.trimStart()) ? `'${shown}` : shown;
  return /[",]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Own properties in code unit order, including `__proto__`. */
function sortedObject(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries([...entries].sort(([a], [b]) => compare(a, b)));
}

const words: Readonly<Record<ExportedDecision['standing'], string>> = {
  approved: 'approved',
  denied: 'denied',
  expired: 'expired',
  blocked: 'blocked by policy',
  void: 'void (contradicts itself)',
};

/** A summary of decisions for the reviewers of a pull request. */
function markdownSummary(decisions: readonly ExportedDecision[]): string {
  const count = (standing: ExportedDecision['standing']): number =>
    decisions.filter((one) => one.standing === standing).length;
  const tally = (Object.keys(words) as ExportedDecision['standing'][]).flatMap((standing) =>
    count(standing) === 0 ? [] : [`${count(standing)} ${standing}`],
  );
  const lines = [
    '# Skill decisions',
    '',
    tally.length === 0 ? 'No decisions.' : `${tally.join(', ')}.`,
    '',
  ];
  if (decisions.length > 0)
    lines.push(
      '| Status | Skill | Server | Files matched when decided | ' +
        'Requested tools | Allowed tools | Decided | Expires | Set |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    );
  for (const { record, standing } of decisions) {
    const { server, uri, name, frontmatter, coverage, grants, decidedAt, expiresAt, setDigest } =
      record;
    const cells = [
      words[standing],
      `${toPlainText(name)}<br>${toPlainText(uri)}`,
      `${toPlainText(server.label)}<br>${toPlainText(identityText(record))}`,
      `${coverage.verified} of ${coverage.total}`,
      list(toolsOf(frontmatter)),
      list(grants.allowedTools),
      `${toPlainText(decidedAt.slice(0, 10))}`,
      expiresAt === null ? 'never' : toPlainText(expiresAt.slice(0, 10)),
      setDigest === null ? 'none' : setDigest.slice(0, 19),
    ];
    lines.push(`| ${cells.join(' | ')} |`);
  }
  const noted = decisions.filter(({ record }) => record.note !== '');
  if (noted.length > 0)
    lines.push(
      '',
      '## Notes',
      '',
      ...noted.map(
        ({ record }) =>
          `- ${toPlainText(record.name)} (${toPlainText(record.server.label)}): ` +
          `${toPlainText(record.note)}`,
      ),
    );
  return `${lines.join('\n').trimEnd()}\n`;
}

const list = (items: readonly string[]): string =>
  items.length === 0 ? 'none' : items.map(toPlainText).join(', ');

/**
 * Renders a server's text as plain text: no markup, link, image, mention or further cell, and no
 * invisible character. Code-hosting sites act on names, so punctuation becomes references inside a
 * `code` element, where mentions and addresses stay inert.
 */
function toPlainText(text: string): string {
  const inert = visible(text, 300).replace(/[!-/:-@[-`{-~]/g, (mark, at: number, whole: string) =>
    harmless.has(mark) && !/www$/i.test(whole.slice(0, at)) ? mark : `&#${mark.charCodeAt(0)};`,
  );
  return `<code>${inert}</code>`;
}

const harmless = new Set(['/', '-', '.', ',', '%', '?', '=']);
