import { useId, useState, type ReactNode } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { AnsweredFinding } from '../../../shared/model/findings.ts';
import { isOpen, severities } from '../../../shared/model/severity.ts';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { severityLook, useFindings } from '../../store/findings.ts';
import { useShownCounts, useShownState, type ShownCounts } from '../../store/readings.ts';
import { shownLook } from '../../store/shown/file-shown.ts';
import type { SkillTab } from '../../store/state.ts';
import styles from './SkillRail.module.css';
import { plural } from './status-text.ts';
import type { SkillComparison } from './use-file-diff.ts';
import { isAsApproved } from './ApprovalAbout.tsx';
import { WhatsNew } from './ChangeList.tsx';

/** Most files, findings and headings that the rail lists; the tabs have the rest. */
const mostListed = { files: 40, findings: 30 } as const;

/**
 * What a reader needs beside the text: what's new, files, findings, tools and the text's headings.
 * It shows what the tabs show and loads nothing from a server.
 */
export function SkillRail({
  detail,
  comparison,
}: {
  detail: SkillDetail;
  comparison: SkillComparison;
}) {
  const { row } = detail;
  return (
    <section className={styles.rail} aria-label={`Overview of ${row.name}`} tabIndex={-1}>
      {row.standing.kind === 'changed' && <News comparison={comparison} />}
      <Files row={row} files={detail.files} />
      <Findings row={row} files={detail.files} />
      <Tools row={row} />
      <Outline />
    </section>
  );
}

function Part({
  title,
  note,
  children,
}: {
  title: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
        {note !== undefined && <span className={styles.note}> {note}</span>}
      </h2>
      {children}
    </section>
  );
}

function News({ comparison: { changes } }: { comparison: SkillComparison }) {
  if (changes === undefined)
    return (
      <Part title="What’s new">
        <Spinner label="Comparing" />
      </Part>
    );
  if (changes === null) return null;
  if ('code' in changes)
    return (
      <Part title="What’s new">
        <p className={styles.muted}>Couldn’t list the changes: {changes.message}</p>
      </Part>
    );
  return (
    <Part title="What’s new" note={plural(changes.files.length, 'file differs', 'files differ')}>
      {changes.behavior === undefined || isAsApproved(changes) ? (
        <More tab="changes">Show changes</More>
      ) : (
        <WhatsNew behavior={changes.behavior} />
      )}
    </Part>
  );
}

function Files({ row, files }: { row: SkillRow; files: readonly FileEntry[] }) {
  const { server, uri } = row;
  const counts = useShownCounts(server, uri, files);
  const listed = files.slice(0, mostListed.files);
  return (
    <Part title={`Files ${files.length}`} note={files.length === 0 ? undefined : readingOf(counts)}>
      {files.length === 0 && <p className={styles.muted}>The server lists no files.</p>}
      <ul className={styles.list} aria-label="Files of the skill">
        {listed.map((file) => (
          <RailFile key={file.uri} row={row} file={file} />
        ))}
      </ul>
      {listed.length < files.length && (
        <More tab="files">{files.length - listed.length} more in Files</More>
      )}
    </Part>
  );
}

function readingOf({ no, part, unreadable }: ShownCounts): string {
  const left = no + part;
  if (left > 0) return `${left} unread`;
  return unreadable === 0 ? 'all read' : `${unreadable} can’t be shown`;
}

function RailFile({ row: { server, uri }, file }: { row: SkillRow; file: FileEntry }) {
  const { openFile } = useActions();
  const isOpened = useApp((app) => (app.file ?? uri) === file.uri);
  const look = shownLook[useShownState(server, uri, file)];
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        aria-current={isOpened || undefined}
        onClick={() => openFile(server, uri, file.uri)}
      >
        <bdi className={styles.name}>{file.path}</bdi>
        <Status {...look} size={14} />
      </button>
    </li>
  );
}

function Findings({ row, files }: { row: SkillRow; files: readonly FileEntry[] }) {
  const known = useFindings(row);
  const open = (known?.findings ?? []).filter(isOpen);
  const sorted = severities.flatMap((severity) => open.filter((one) => one.severity === severity));
  const listed = sorted.slice(0, mostListed.findings);
  return (
    <Part title={`Findings${known === null ? '' : ` ${open.length}`}`}>
      {listed.length > 0 && (
        <ul className={styles.list} aria-label="Findings by severity">
          {listed.map((finding) => (
            <RailFinding
              key={`${finding.rule}\n${finding.uri}`}
              row={row}
              finding={finding}
              path={files.find(({ uri }) => uri === finding.uri)?.path ?? 'SKILL.md'}
            />
          ))}
        </ul>
      )}
      {listed.length < sorted.length && (
        <More tab="findings">{sorted.length - listed.length} more in Findings</More>
      )}
    </Part>
  );
}

function RailFinding({
  row,
  finding,
  path,
}: {
  row: SkillRow;
  finding: AnsweredFinding;
  path: string;
}) {
  const { openFinding } = useActions();
  const { icon, tone } = severityLook(finding.severity);
  return (
    <li>
      <button type="button" className={styles.entry} onClick={() => openFinding(row, finding)}>
        <span className={styles.name}>{finding.title}</span>
        <span className={styles.where}>
          <Status icon={icon} tone={tone} word={finding.severity} size={14} />{' '}
          <bdi>
            {finding.field === undefined ? `${path}:${finding.place.line}` : 'listing entry'}
          </bdi>
        </span>
      </button>
    </li>
  );
}

function Tools({ row: { requests } }: { row: SkillRow }) {
  return (
    <Part title="Tools it asks for">
      {requests.tools.length === 0 ? (
        <p className={styles.muted}>None</p>
      ) : (
        <p className={styles.tools}>
          {requests.tools.map((tool) => (
            <code key={tool}>{revealInvisible(tool)}</code>
          ))}
        </p>
      )}
    </Part>
  );
}

function Outline() {
  const outline = useApp((app) => app.outline);
  const [at, setAt] = useState<number | null>(null);
  if (outline === null || outline.headings.length === 0) return null;
  return (
    <Part title="Outline">
      <ul className={styles.list} aria-label="Headings of the text">
        {outline.headings.map((heading) => (
          <li key={heading.at}>
            <button
              type="button"
              className={styles.line}
              style={{ paddingInlineStart: `${4 + (heading.level - 1) * 12}px` }}
              aria-current={at === heading.at ? 'location' : undefined}
              onClick={() => {
                setAt(heading.at);
                outline.go(heading.at);
              }}
            >
              <span className={styles.name} dir="auto">
                {heading.text}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {outline.isCut && <p className={styles.muted}>The text has more headings.</p>}
    </Part>
  );
}

function More({ tab, children }: { tab: SkillTab; children: ReactNode }) {
  const { setTab } = useActions();
  return (
    <Button size="sm" variant="quiet" onClick={() => setTab(tab)}>
      {children}
    </Button>
  );
}
