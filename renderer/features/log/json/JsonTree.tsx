import { useMemo, useState } from 'react';
import { revealInvisible } from '../../../../shared/invisible.ts';
import { Badge } from '../../../components/Badge/Badge.tsx';
import { CodeText } from '../../../components/CodeText/CodeText.tsx';
import { cx } from '../../../components/cx.ts';
import { listed } from '../../../components/VirtualTree/tree-rows.ts';
import { VirtualTree } from '../../../components/VirtualTree/VirtualTree.tsx';
import { useAppState } from '../../../store/context.ts';
import { Marked } from '../BodyText.tsx';
import {
  above,
  matchesIn,
  rowsOf,
  twinsIn,
  type JsonRow,
  mostNodes,
  pathOf,
  scanJson,
} from './rows.ts';
import styles from './JsonTree.module.css';

/** Longer text isn't searched further. */
const mostChars = 8 * 1024 * 1024;
/** Deeper levels share this indent; their path tells them apart. */
const mostIndent = 14;
const nothing = new Set<string>();

/** One message's JSON as a collapsible tree; the chosen value's path can be copied. */
export function JsonTree({
  label,
  text: whole,
  marked,
}: {
  readonly label: string;
  readonly text: string;
  readonly marked: string;
}) {
  const text = useMemo(() => revealInvisible(whole.slice(0, mostChars)), [whole]);
  const { nodes, stop } = useMemo(() => scanJson(text), [text]);
  const matches = useMemo(() => matchesIn(text, nodes, marked), [text, nodes, marked]);
  const twins = useMemo(() => twinsIn(nodes), [nodes]);
  const forced = useMemo(() => above(nodes, matches.keys()), [nodes, matches]);
  const [flipped, setFlipped] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  const state = useAppState();
  const rows = useMemo(
    () => rowsOf(text, nodes, flipped, forced, matches, twins),
    [text, nodes, flipped, forced, matches, twins],
  );
  const listedRows = useMemo(() => listed(rows), [rows]);
  const flip = (index: number): void => {
    const next = new Set(flipped);
    if (!next.delete(index)) next.add(index);
    setFlipped(next);
  };
  const firstMatch = rows.find(({ isMatch }) => isMatch)?.id ?? null;
  const at = chosen ?? firstMatch ?? '0';
  const node = nodes[Number(at)];
  if (node === undefined)
    return <p className={styles.note}>This isn’t JSON. See Raw for the original text.</p>;
  return (
    <div className={styles.json}>
      <VirtualTree
        rows={listedRows}
        label={`${label} as a tree`}
        render={(row) => <Line row={row} marked={marked} />}
        current={at}
        picked={nothing}
        mostIndent={mostIndent}
        onOpen={(row) => {
          setChosen(row.id);
          if (row.expanded !== undefined) flip(row.index);
        }}
        onToggle={(id) => flip(Number(id))}
        onPick={() => {}}
        isCommand={(letter) =>
          state().settings.letterKeys &&
          state().commands.some((one) => one.letter === true && one.key === letter)
        }
      />
      <p className={styles.path}>
        <CodeText text={pathOf(nodes, Number(at))} copy label="Copy the path" />
        <CodeText text="value" copy={text.slice(node.start, node.end)} label="Copy the value" />
      </p>
      {stop === 'more' && (
        <p className={styles.note}>
          The first {mostNodes.toLocaleString('en')} values. See Raw for the rest.
        </p>
      )}
      {stop === 'broken' && (
        <p className={styles.note}>The JSON ends or breaks here. See Raw for the rest.</p>
      )}
    </div>
  );
}

function Line({
  row: { key, value, kind, isMatch, isTwin },
  marked,
}: {
  row: JsonRow;
  marked: string;
}) {
  return (
    <span className={cx(styles.line, isMatch && styles.match)}>
      {key !== null && (
        <>
          <span className={styles.key}>
            <Marked text={key} marked={marked} />
          </span>
          {': '}
        </>
      )}
      <span className={styles[kind]}>
        <Marked text={value} marked={marked} />
      </span>
      {isTwin && (
        <>
          {' '}
          <Badge tone="warn">duplicate name</Badge>
        </>
      )}
    </span>
  );
}
