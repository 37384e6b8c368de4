import { useMemo, useRef, useState, type Ref } from 'react';
import type { LogDetail } from '../../../shared/model/log.ts';
import { Button } from '../../components/Button/Button.tsx';
import { DiffView, type DiffHandle } from '../../components/DiffView/DiffView.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Tabs } from '../../components/Tabs/Tabs.tsx';
import { comparedText } from './compare-text.ts';
import { clock, methodWord } from './log-text.ts';
import { useDetail, type DetailLoad } from './use-detail.ts';
import styles from './Messages.module.css';

interface Props {
  /** The opened file; null for the live log. */
  readonly log: string | null;
  /** The row on the left, then the one on the right, with their revisions. */
  readonly rows: readonly [ComparedRow, ComparedRow];
  readonly onClose: () => void;
  readonly ref?: Ref<HTMLElement>;
}

export interface ComparedRow {
  readonly id: number;
  readonly revision: number | null;
}

const bodies = ['request', 'response'] as const;
type Body = (typeof bodies)[number];

/** The requests and responses of two rows, with what differs between them. */
export function Comparison({ log, rows: [first, second], onClose, ref }: Props) {
  const before = useDetail(log, first.id, first.revision);
  const after = useDetail(log, second.id, second.revision);
  const [body, setBody] = useState<Body>('response');
  const [isUnified, setUnified] = useState(false);
  return (
    // Escape leaves it from anywhere inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={ref}
      className={styles.comparison}
      aria-label="Comparison"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.messageBar}>
        <span className={styles.what}>
          {nameOf(before)} → {nameOf(after)}
        </span>
        <span className={styles.end}>
          <Button
            size="sm"
            variant="quiet"
            className={styles.unified ?? ''}
            aria-pressed={isUnified}
            onClick={() => setUnified(!isUnified)}
          >
            Unified
          </Button>
          <IconButton icon="cross" small label="Close the comparison" onPress={onClose} />
        </span>
      </div>
      {before.status === 'there' && after.status === 'there' ? (
        <Tabs
          label="Parts of the messages"
          fill
          items={bodies.map((id) => ({
            id,
            label: id === 'request' ? 'Request' : 'Response',
            content: (
              <Sides
                before={before.detail[id]}
                after={after.detail[id]}
                names={[nameOf(before), nameOf(after)]}
                body={id}
                isUnified={isUnified}
              />
            ),
          }))}
          selected={body}
          onSelect={(id) => setBody(id as Body)}
        />
      ) : (
        <p className={styles.empty}>{waitText(before) ?? waitText(after)}</p>
      )}
    </section>
  );
}

const nameOf = (load: DetailLoad): string =>
  load.status === 'there' ? rowName(load.detail) : 'Message';
const rowName = ({ row }: LogDetail): string => `${methodWord(row)} ${clock(row.at)}`;

function waitText(load: DetailLoad) {
  switch (load.status) {
    case 'there':
      return null;
    case 'loading':
      return <Spinner label="Loading the messages" />;
    case 'gone':
      return 'One of the two messages is no longer in the log. Pin rows to keep them longer.';
    case 'error':
      return load.message;
  }
}

interface SidesProps {
  readonly before: string | null;
  readonly after: string | null;
  readonly names: readonly [string, string];
  readonly body: Body;
  readonly isUnified: boolean;
}

function Sides({ before, after, names, body, isUnified }: SidesProps) {
  const view = useRef<DiffHandle>(null);
  const [changes, setChanges] = useState<number | null>(null);
  const [left, right] = useMemo(
    () => [comparedText(before ?? ''), comparedText(after ?? '')],
    [before, after],
  );
  const missing = [before, after].flatMap((text, at) => (text === null ? [names[at]] : []));
  if (missing.length > 0)
    return (
      <p className={styles.empty}>
        Nothing to compare: {missing.join(' and ')} {missing.length === 1 ? 'has' : 'have'} no{' '}
        {body} that is kept.
      </p>
    );
  const move = {
    size: 'sm',
    variant: 'quiet',
    reason: changes === 0 ? `The ${body}s don’t differ` : null,
  } as const;
  return (
    <div className={styles.bodyOf}>
      <div className={styles.differences}>
        <span role="status">
          {changes !== null &&
            (changes === 0
              ? `The ${body}s don’t differ.`
              : `${changes.toLocaleString('en')} ${changes === 1 ? 'difference' : 'differences'}`)}
          {(left?.isBroken === true || right?.isBroken === true) && ' Long lines are broken.'}
          {(left?.isCut === true || right?.isCut === true) &&
            ' Only the first million characters are compared.'}
        </span>
        <span className={styles.end}>
          <Button {...move} icon="arrowUp" hint="[" onClick={() => view.current?.go('previous')}>
            Previous
          </Button>
          <Button {...move} icon="arrowDown" hint="]" onClick={() => view.current?.go('next')}>
            Next
          </Button>
        </span>
      </div>
      <DiffView
        ref={view}
        before={left?.text ?? ''}
        after={right?.text ?? ''}
        language="json"
        label={body === 'request' ? 'Request' : 'Response'}
        sides={names}
        isUnified={isUnified}
        onChanges={setChanges}
      />
    </div>
  );
}
