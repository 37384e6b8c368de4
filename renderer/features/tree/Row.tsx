import { createContext, useContext } from 'react';
import { cx } from '../../components/cx.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { quoteName, quoted } from '../../../shared/quote-text.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { lastFailure } from '../../../shared/connection-advice.ts';
import { useApp } from '../../store/context.ts';
import { inOneLine } from '../../../shared/model/file-label.ts';
import { useFileWords, useShownState } from '../../store/readings.ts';
import { shownLook } from '../../store/shown/file-shown.ts';
import { countRows } from '../../store/groups.ts';
import { riskLook } from '../../store/findings.ts';
import { rowLook } from '../../store/standing.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { isShort, partingOf } from './shown-rows.ts';
import type { TreeItem } from './flat-tree.ts';
import styles from './Tree.module.css';
import nameStyles from './Name.module.css';

/**
 * The content of one tree row, which screen readers read: the name first, every icon with its word.
 * It's one line of parts, not a row of a table. Journeys find rows and their status by what's read
 * (`row` and `stands` in `e2e/fixtures/screen.ts`).
 */
export function Row({ row }: { row: TreeItem }) {
  switch (row.kind) {
    case 'server':
      return <ServerRow row={row} />;
    case 'folder':
      return (
        <>
          <Icon name="folder" size={14} className={styles.faint} />
          <Name className={styles.muted} text={row.name} apart={row.apart} title={row.name} />
          <span className={styles.count}>{row.skills}</span>
        </>
      );
    case 'skill':
      return <SkillRowView row={row} />;
    case 'files':
      return <span className={styles.muted}>Files</span>;
    case 'file':
      return <FileRow row={row} />;
    case 'refused-group':
      return (
        <>
          <Icon name="refused" size={14} className={styles.faint} />
          <span className={styles.muted}>Invalid entries</span>
          <span className={styles.count}>{row.count}</span>
        </>
      );
    case 'refused':
      return (
        <>
          <Icon name="refused" size={14} className={styles.faint} />
          <Name
            className={styles.refused}
            title={row.entry.uri && revealInvisible(row.entry.uri)}
            text={
              (row.entry.name && quoteName(revealInvisible(row.entry.name))) ??
              (row.entry.uri && revealInvisible(row.entry.uri)) ??
              `Entry ${row.entry.index + 1}`
            }
          />
          <span className={styles.rule} title={row.entry.problem.message}>
            {row.entry.problem.rule === 'not-read' ? (
              'not read'
            ) : (
              <>
                <span className="visually-hidden">invalid: </span>
                {row.entry.problem.rule}
              </>
            )}
          </span>
        </>
      );
    case 'note':
      return <span className={styles.note}>{row.note}</span>;
    default:
      return row satisfies never;
  }
}

function ServerRow({ row }: { row: Extract<TreeItem, { kind: 'server' }> }) {
  const { server } = row;
  const counts = useApp((app) => countRows(app.skills.get(server.label)));
  const waiting = counts.changed + counts.fresh;
  const { connection } = server;
  const { status } = connection;
  const spoken = connection.status === 'ready' ? connection.fallback : undefined;
  return (
    <>
      <Name className={styles.server} text={server.label} title={server.label} />
      <span className={styles.kind}>
        {server.folder === undefined ? (spoken ?? server.target.type) : 'folder'}
      </span>
      <span className={styles.push} />
      {(status === 'connecting' || server.listing.status === 'loading') && (
        <Spinner label={status === 'connecting' ? 'connecting' : 'listing'} />
      )}
      {lastFailure(connection) !== null &&
        (server.signIn.offer === null ? (
          <Status icon="unlink" tone="bad" word="failed" size={14} />
        ) : (
          <Status icon="warning" tone="warn" word="needs sign-in" size={14} />
        ))}
      {status === 'needs-consent' && (
        <Status icon="warning" tone="warn" word="needs permission" size={14} />
      )}
      {status === 'uncontacted' && <span className={styles.note}>not contacted</span>}
      {status === 'disabled' && <span className={styles.note}>off</span>}
      {status === 'ready' && server.listing.status === 'failed' && (
        <Status icon="warning" tone="bad" word="listing failed" size={14} />
      )}
      {server.advice.some(({ rule }) => rule === 'noisy-output') && (
        <Status icon="warning" tone="warn" word="noisy" size={14} />
      )}
      {server.listing.status === 'incomplete' && (
        <Status icon="warning" tone="warn" word="incomplete listing" hideWord size={14} />
      )}
      {waiting > 0 ? (
        <span
          className={styles.waiting}
          title={`${waiting} of ${counts.skills} skills waiting for a decision`}
        >
          {waiting.toLocaleString('en')}
          <span className="visually-hidden"> waiting</span>
        </span>
      ) : (
        counts.skills > 0 && (
          <span className={styles.count} title={`${counts.skills} skills`}>
            {counts.skills.toLocaleString('en')}
            <span className="visually-hidden"> skills</span>
          </span>
        )
      )}
    </>
  );
}

/** The full name if the row may cut it, and the server's description. */
const tipOf = ({ name, description, server }: SkillRow): string =>
  [
    ...(isShort(name) ? [] : [quoteName(name)]),
    ...(description === '' ? [] : [`${server} says: ${quoted(description)}`]),
  ].join('\n');

function SkillRowView({ row }: { row: Extract<TreeItem, { kind: 'skill' }> }) {
  const skill = row.row;
  const look = rowLook(skill);
  const found = riskLook(skill);
  return (
    <>
      <span className={cx(styles.glyph, styles[look.tone])}>
        <Icon name={look.icon} size={14} />
      </span>
      <Name className={styles.name} text={skill.name} apart={row.apart} title={tipOf(skill)} />
      {row.place !== null && (
        <span className={styles.place} title={skill.uri}>
          {row.place}
        </span>
      )}
      <span className={styles.push} />
      {skill.checked.failed > 0 && (
        <Status
          icon="error"
          tone="bad"
          word={`${skill.checked.failed} ${skill.checked.failed === 1 ? 'file' : 'files'} failed`}
          hideWord
          size={14}
        />
      )}
      {skill.checked.unread > 0 && (
        <Status
          icon="unlink"
          tone="warn"
          word={
            `${skill.checked.unread} ` +
            `${skill.checked.unread === 1 ? 'file' : 'files'} couldn’t be loaded`
          }
          hideWord
          size={14}
        />
      )}
      {found !== null && <Status {...found} hideWord size={14} />}
      {skill.requests.tools.length > 0 && (
        <Status icon="tool" tone="neutral" word="requests tools" hideWord size={14} />
      )}
      <span
        className={
          look.word === 'approved' ? 'visually-hidden' : cx(styles.word, styles[look.tone])
        }
      >
        {look.word}
      </span>
    </>
  );
}

function FileRow({ row }: { row: Extract<TreeItem, { kind: 'file' }> }) {
  const { server, uri } = row.row;
  const words = useFileWords(server, uri, row.file);
  const state = useShownState(server, uri, row.file);
  const look = shownLook[state];
  return (
    <>
      <Icon name="file" size={14} className={styles.faint} />
      <Name className={styles.file} text={row.file.path} apart={row.apart} title={row.file.path} />
      <span className={styles.push} />
      {words.word === 'not checked' ? (
        <span className="visually-hidden">, {inOneLine(words)}</span>
      ) : (
        <Status icon={words.icon} tone={words.tone} word={inOneLine(words)} hideWord size={14} />
      )}
      {state === 'shown' ? (
        <Status {...look} hideWord size={14} />
      ) : (
        <span className="visually-hidden">, {look.word}</span>
      )}
    </>
  );
}

const emptyList: readonly string[] = [];

/** The filter's words, highlighted in every name in the tree. */
export const FilterWords = createContext(emptyList);

/**
 * A name in the tree. If it doesn't fit, its middle is cut: `apart` is where it starts to differ
 * from its neighbors, and that part stays visible.
 */
export function Name({
  text,
  apart = 0,
  className,
  title,
}: {
  readonly text: string;
  readonly apart?: number;
  readonly className?: string | undefined;
  /** The tooltip. */
  readonly title?: string | undefined;
}) {
  const pieces = piecesOf(text, useContext(FilterWords));
  const parting = partingOf(text, apart);
  if (parting === null)
    return (
      <span className={className} title={title}>
        <Pieces pieces={pieces} />
      </span>
    );
  const [head, tail] = cutAt(pieces, parting);
  return (
    <span className={cx(className, nameStyles.parted)} title={title}>
      <span className="visually-hidden">{text}</span>
      <span className={nameStyles.head} aria-hidden="true">
        <Pieces pieces={head} />
      </span>
      <span className={nameStyles.tail} aria-hidden="true">
        <Pieces pieces={tail} />
      </span>
    </span>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly NamePiece[] }) {
  return pieces.map(({ text, marked }, index) =>
    marked ? (
      // Pieces have no id but their position.
      <mark key={index} className={nameStyles.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

/** A piece of a name, and whether the filter matches it. */
interface NamePiece {
  readonly text: string;
  readonly marked: boolean;
}

/** Where the filter's words occur in a name. `words` are in lower case. */
export function piecesOf(name: string, words: readonly string[]): readonly NamePiece[] {
  const lower = name.toLowerCase();
  // Some letters get longer in lower case, so offsets would differ.
  if (words.length === 0 || lower.length !== name.length) return [{ text: name, marked: false }];
  const marked = new Uint8Array(name.length);
  for (const word of words)
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1))
      marked.fill(1, at, at + word.length);
  const pieces: NamePiece[] = [];
  for (let from = 0; from < name.length;) {
    let to = from + 1;
    while (to < name.length && marked[to] === marked[from]) to += 1;
    pieces.push({ text: name.slice(from, to), marked: marked[from] === 1 });
    from = to;
  }
  return pieces;
}

/** The pieces before and after an offset in the name. */
export function cutAt(
  pieces: readonly NamePiece[],
  place: number,
): readonly [head: readonly NamePiece[], tail: readonly NamePiece[]] {
  const head: NamePiece[] = [];
  const tail: NamePiece[] = [];
  let from = 0;
  for (const { text, marked } of pieces) {
    const within = Math.min(text.length, Math.max(0, place - from));
    if (within > 0) head.push({ text: text.slice(0, within), marked });
    if (within < text.length) tail.push({ text: text.slice(within), marked });
    from += text.length;
  }
  return [head, tail];
}
