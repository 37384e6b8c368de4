import { toolsOf } from '../../core/requests.ts';
import { visible } from '../../core/text.ts';
import { identityText, type ExportedDecision } from './export-decisions.ts';

const words: Readonly<Record<ExportedDecision['standing'], string>> = {
  approved: 'approved',
  denied: 'denied',
  expired: 'expired',
  blocked: 'blocked by policy',
  void: 'void (contradicts itself)',
};

/** A summary of decisions for the reviewers of a pull request. */
export function markdownSummary(decisions: readonly ExportedDecision[]): string {
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
      '| Status | Skill | Server | Files matched when decided | Requested tools | Allowed tools | Decided | Expires | Set |',
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
          `- ${toPlainText(record.name)} (${toPlainText(record.server.label)}): ${toPlainText(record.note)}`,
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
