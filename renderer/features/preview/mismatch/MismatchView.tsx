import { type ReactNode, useMemo, useRef, useState } from 'react';
import { revealInvisible, escapeOf } from '../../../../shared/invisible.ts';
import { revealPair } from '../../../../shared/written-out.ts';
import type { FileMismatch } from '../../../../shared/model/mismatch.ts';
import { exactSize } from '../../../../shared/size-text.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { CodeView } from '../../../components/CodeView/CodeView.tsx';
import { type DiffHandle, DiffView } from '../../../components/DiffView/DiffView.tsx';
import { HexView } from '../../../components/HexView/HexView.tsx';
import { Icon } from '../../../components/Icon/Icon.tsx';
import { useCommands } from '../../../store/context.ts';
import styles from './Mismatch.module.css';

/** Both sides of a failed file: facts, the likely cause, then text or hex side by side. */
export function MismatchView({ mismatch, back }: { mismatch: FileMismatch; back: ReactNode }) {
  const { verdict, expected, arrived, from, notes } = mismatch;
  const path = revealInvisible(mismatch.path);
  const why = verdict.status === 'failed' ? verdict.explanation?.message : undefined;
  const isOther = from?.kind === 'approved-other';
  return (
    <section className={styles.view} aria-label="Received content">
      <Banner flush tone="warn" title="Not the skill’s file. For inspection only.">
        The server sent this in place of {path}. It never runs and never counts as read.
      </Banner>
      <div className={styles.about}>
        <div className={styles.head}>
          <h2 className={styles.title}>{path}</h2>
          {back}
        </div>
        {why !== undefined && (
          <p className={styles.why}>
            <Icon name="info" size={14} /> {why}
          </p>
        )}
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Fact</span>
                </th>
                <th scope="col">Expected</th>
                <th scope="col">Received</th>
              </tr>
            </thead>
            <tbody>
              <Fact name="Digest" was={expected.digest} is={arrived?.digest ?? null} />
              <Fact
                name="Size"
                was={expected.size === null ? null : exactSize(expected.size)}
                is={arrived === null ? null : exactSize(arrived.size)}
              />
              <Fact name="Media type" was={expected.mediaType} is={arrived?.mediaType ?? null} />
            </tbody>
          </table>
        </div>
        <p className={styles.muted}>
          {from === null
            ? 'Skillgate has no copy of the expected file, so only what the server sent is shown.'
            : `${isOther ? 'Left' : 'Expected'}: ${from.words}`}
          {why === undefined &&
            verdict.status === 'failed' &&
            verdict.check !== 'frontmatter' &&
            ' Not explained by line endings, byte order mark, trailing whitespace or encoding.'}
        </p>
        {notes.length > 0 && (
          <ul className={styles.notes} aria-label="Differences found">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.content}>
        <Sides mismatch={mismatch} path={path} left={isOther ? 'Approved' : 'Expected'} />
      </div>
    </section>
  );
}

function Fact({ name, was, is }: { name: string; was: string | null; is: string | null }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{was === null ? <span className={styles.muted}>not given</span> : <code>{was}</code>}</td>
      <td>{is === null ? <span className={styles.muted}>not given</span> : <code>{is}</code>}</td>
    </tr>
  );
}

function Sides({ mismatch, path, left }: { mismatch: FileMismatch; path: string; left: string }) {
  const { sides } = mismatch;
  const view = useRef<DiffHandle>(null);
  const [changes, setChanges] = useState<number | null>(null);
  const isDiff = sides?.kind === 'text' && sides.expected !== null;
  useCommands(
    useMemo(
      () =>
        isDiff
          ? (['next', 'previous'] as const).map((direction) => ({
              id: `${direction}-difference`,
              icon: direction === 'next' ? ('arrowDown' as const) : ('arrowUp' as const),
              title: `${direction === 'next' ? 'Next' : 'Previous'} difference`,
              group: 'Skill',
              key: direction === 'next' ? ']' : '[',
              run: () => view.current?.go(direction),
            }))
          : [],
      [isDiff, view],
    ),
  );
  const texts = useMemo(() => {
    if (sides?.kind !== 'text') return null;
    if (sides.expected === null) return { was: null, is: revealBytes(sides.arrived) };
    const { before, after } = revealPair(sides.expected, sides.arrived, revealBytes);
    return { was: before, is: after };
  }, [sides]);
  if (sides === null) return null;
  if (sides.kind === 'text' && texts !== null) {
    if (texts.was === null)
      return <CodeView text={texts.is} language="plaintext" label={`Arrived: ${path}`} />;
    const move = {
      size: 'sm',
      variant: 'quiet',
      reason: changes === 0 ? 'No text lines differ' : null,
    } as const;
    return (
      <>
        <div className={styles.bar}>
          <span className={styles.legend}>
            {left} on the left, received on the right, or one above the other in a narrow window
          </span>
          <Button {...move} icon="arrowUp" hint="[" onClick={() => view.current?.go('previous')}>
            Previous
          </Button>
          <Button {...move} icon="arrowDown" hint="]" onClick={() => view.current?.go('next')}>
            Next
          </Button>
        </div>
        <DiffView
          ref={view}
          before={texts.was}
          after={texts.is}
          sides={[left.toLowerCase(), 'arrived']}
          language="plaintext"
          label={path}
          onChanges={setChanges}
        />
      </>
    );
  }
  return sides.kind === 'bytes' ? <ByteSides sides={sides} path={path} left={left} /> : null;
}

function ByteSides({
  sides,
  path,
  left,
}: {
  sides: Extract<FileMismatch['sides'], { kind: 'bytes' }>;
  path: string;
  left: string;
}) {
  const stretch = (title: string, base64: string) => (
    <section className={styles.side} aria-label={title}>
      <h3 className={styles.sideTitle}>{title}</h3>
      <HexView base64={base64} at={sides.at} label={`${title}: ${path}, in hex`} />
    </section>
  );
  return (
    // The keyboard must scroll it, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.bytes} tabIndex={0} role="region" aria-label="Bytes">
      {sides.cut && (
        <p className={styles.muted}>
          Bytes around the first difference, from byte {sides.at.toLocaleString('en')}. The rest
          isn’t shown.
        </p>
      )}
      <div className={styles.sides}>
        {sides.expected !== null && stretch(left, sides.expected)}
        {stretch('Received', sides.arrived)}
      </div>
    </div>
  );
}

/**
 * Writes out even usually harmless characters, which may be the whole difference: a byte order mark
 * and carriage returns. Line feeds end lines.
 */
function revealBytes(text: string): string {
  const begin = text.startsWith('\u{FEFF}') ? escapeOf(0xfeff) : '';
  return begin + revealInvisible(text.slice(begin === '' ? 0 : 1)).replaceAll('\r', escapeOf(0x0d));
}
