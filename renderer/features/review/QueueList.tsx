import { useRef, type HTMLAttributes, useMemo, useState } from 'react';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { useOptions } from '../../components/VirtualList/use-options.ts';
import { type ReviewItem, standsAsDecided } from '../../store/queue.ts';
import { riskLook } from '../../store/findings.ts';
import { rowLook } from '../../store/standing.ts';
import styles from './QueueList.module.css';
import { reasonInWords, reasonSpoken } from './use-queue.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { AskedSkill } from '../../../shared/model/waiting.ts';
import { quoteName, quoted } from '../../../shared/quote-text.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import { moment } from '../../store/audit-text.ts';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { skillKey, type DecidedHere } from '../../store/state.ts';
import askedListStyles from './AskedList.module.css';
import { isSecondClick } from '../../components/second-click.ts';
import { Status } from '../../components/Status/Status.tsx';
import decidedListStyles from './DecidedList.module.css';

/** Waiting skills, each with its reason. One Tab stop; arrows, Home and End choose. */
export function QueueList({
  items,
  current,
  onChoose,
}: {
  items: readonly ReviewItem[];
  current: string | null;
  onChoose: (item: ReviewItem) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { list, inner, options } = useOptions({
    ...{ items, id: 'queue', at: items.findIndex((item) => item.key === current) },
    ...{ rowRem: 3.4, page: 8, scroller },
    onMove: (item) => onChoose(item),
  });
  return (
    <div {...list} className={styles.list} data-pane-focus="" aria-label="Waiting for a decision">
      <div {...inner} className={styles.inner}>
        {options.map(({ item, attributes }) => (
          <Option
            key={item.key}
            item={item}
            attributes={attributes}
            chosen={item.key === current}
            onChoose={() => onChoose(item)}
          />
        ))}
      </div>
    </div>
  );
}

function Option({
  item,
  attributes,
  chosen,
  onChoose,
}: {
  item: ReviewItem;
  attributes: HTMLAttributes<HTMLElement>;
  chosen: boolean;
  onChoose: () => void;
}) {
  const look = rowLook(item.row);
  const found = riskLook(item.row);
  return (
    // Keys are handled by the list, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      {...attributes}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={cx(styles.item, chosen && styles.chosen)}
      onClick={onChoose}
    >
      <span className={cx(styles.glyph, styles[look.tone])}>
        <Icon name={look.icon} size={14} />
      </span>
      <span className={styles.text}>
        <span className={styles.name} title={item.row.uri}>
          {item.row.name}
        </span>
        <span className={styles.more}>
          <span className={styles.server}>{item.row.server}</span>
          <span className={cx(styles.reason, item.reason !== 'new' && styles[look.tone])}>
            <span aria-hidden="true">{reasonInWords(item)}</span>
            <span className="visually-hidden">, {reasonSpoken(item)}</span>
          </span>
          {item.skipped && <span className={styles.skipped}>skipped</span>}
        </span>
      </span>
      {item.row.checked.failed > 0 && (
        <span className={cx(styles.glyph, styles.bad)} title="A file failed its check">
          <Icon name="error" size={14} />
          <span className="visually-hidden">a file failed its check</span>
        </span>
      )}
      {found !== null && (
        <span className={cx(styles.glyph, styles[found.tone])} title={found.word}>
          <Icon name={found.icon} size={14} />
          <span className="visually-hidden">{found.word}</span>
        </span>
      )}
      {item.row.requests.tools.length > 0 && (
        <span className={styles.glyph} title="Requests tools">
          <Icon name="tool" size={14} />
          <span className="visually-hidden">requests tools</span>
        </span>
      )}
    </div>
  );
}

/** Skills that apps requested and didn't get, newest first, also those that nobody listed yet. */
export function AskedList({
  current,
  onChoose,
}: {
  readonly current: string | null;
  readonly onChoose: (at: { readonly server: string; readonly uri: string }) => void;
}) {
  const api = useApi();
  const { attempt } = useActions();
  const { skills, dropped, problem } = useApp((app) => app.waiting);
  const dismiss = (keys: readonly string[]): void =>
    void attempt(api.dismissWaiting({ keys: [...keys] }), 'Couldn’t dismiss it');
  return (
    <>
      {problem !== null && (
        <Banner tone="warn" live="polite" title="Couldn’t load app requests">
          {problem}
        </Banner>
      )}
      {dropped > 0 && (
        <p className={askedListStyles.note}>
          {dropped.toLocaleString('en')} older {dropped === 1 ? 'request isn’t' : 'requests aren’t'}{' '}
          shown because there are too many.
        </p>
      )}
      {skills.length > 0 && (
        <VirtualList
          className={askedListStyles.list ?? ''}
          items={skills}
          keyOf={({ key }) => key}
          label="Requested by apps, newest first"
          rowRem={6.4}
          render={(skill) => (
            <Asked
              skill={skill}
              isCurrent={skillKey(skill.server, skill.uri) === current}
              onChoose={onChoose}
              onDismiss={() => dismiss([skill.key])}
            />
          )}
        />
      )}
      {skills.length > 1 && (
        <div className={askedListStyles.note}>
          <Button size="sm" onClick={() => dismiss(skills.map(({ key }) => key))}>
            Dismiss these {skills.length.toLocaleString('en')}
          </Button>
        </div>
      )}
    </>
  );
}

function Asked({
  skill,
  isCurrent,
  onChoose,
  onDismiss,
}: {
  readonly skill: AskedSkill;
  readonly isCurrent: boolean;
  readonly onChoose: (at: { readonly server: string; readonly uri: string }) => void;
  readonly onDismiss: () => void;
}) {
  const api = useApi();
  const { attempt, selectServer, toast } = useActions();
  const { server, uri, hosts, moreHosts, count, lastAt, isOtherServer, standing, how } = skill;
  const isHeld = useApp((app) => app.skills.get(server)?.has(uri) === true);
  const isKnown = useApp((app) => app.servers.has(server));
  const name = skill.name === '' ? quoted(revealInvisible(uri)) : quoteName(skill.name);
  const open = async (): Promise<void> => {
    // The attacker is whoever got the label since: the app didn't request their skill.
    if (isOtherServer)
      return toast(
        'warn',
        `${server} is a different server now, and no app requested this skill from it.`,
      );
    if (isHeld) return onChoose({ server, uri });
    if (!isKnown) return toast('warn', `${server} is no longer in Skillgate.`);
    const found = await attempt(api.openByUri({ server, uri }), `Couldn’t open ${name}`);
    return found ? onChoose({ server, uri }) : selectServer(server);
  };
  return (
    <div className={askedListStyles.row}>
      <button
        type="button"
        className={askedListStyles.open}
        title={uri}
        aria-current={isCurrent}
        onClick={() => void open()}
      >
        <span className={askedListStyles.name}>
          <strong>{name}</strong> of {server}
        </span>
        <span className={askedListStyles.standing}>
          {isOtherServer ? 'now a different server' : standings[standing]}
        </span>
        <span className={askedListStyles.line}>
          {hosts.map(quoted).join(', ')}
          {moreHosts > 0 && ` and ${moreHosts.toLocaleString('en')} more`} {hows[how]}
        </span>
        <span className={askedListStyles.line}>
          {count === 1 ? 'once' : `${count.toLocaleString('en')} times`}, last {moment(lastAt)}
        </span>
      </button>
      <IconButton icon="cross" small label={`Dismiss ${name}`} onPress={onDismiss} />
    </div>
  );
}

/** Why the app didn't get it. */
const standings: Readonly<Record<AskedSkill['standing'], string>> = {
  undecided: 'new',
  changed: 'changed since you approved it',
  expired: 'approval expired',
  unknown: 'not seen here yet',
};

/** What the last request was. */
const hows: Readonly<Record<AskedSkill['how'], string>> = {
  list: 'listed skills; this one was withheld',
  get: 'requested it',
  read: 'requested one of its files',
};

const rowRem = 2;
const shownRows = 6;

/**
 * Decisions of this session, as counted in the bar above: first single decisions made here, newest
 * first, each with Undo, then group decisions and those made elsewhere.
 */
export function DecidedList({ items }: { items: readonly ReviewItem[] }) {
  const here = useApp((app) => app.decidedHere);
  const lines = useMemo(() => {
    const at = new Map(here.map((one, index) => [skillKey(one.server, one.uri), index]));
    return items
      .map((item) => {
        const index = at.get(item.key);
        const own = index === undefined ? undefined : here[index];
        // Decided again elsewhere, so there's nothing to undo here.
        return own !== undefined && standsAsDecided(own, item.row)
          ? { item, own, index: index ?? -1 }
          : { item, own: null, index: -1 };
      })
      .sort((a, b) => b.index - a.index);
  }, [items, here]);
  if (lines.length === 0) return null;
  return (
    <section className={decidedListStyles.section} aria-label="Decided this session">
      <h2 className={decidedListStyles.title}>
        Decided this session{' '}
        <span className={decidedListStyles.count}>{lines.length.toLocaleString('en')}</span>
      </h2>
      <div
        className={decidedListStyles.rows}
        style={{ height: `${Math.min(lines.length, shownRows) * rowRem}rem` }}
      >
        <VirtualList
          items={lines}
          keyOf={({ item }) => item.key}
          label="Decided skills"
          rowRem={rowRem}
          render={({ item, own }) => <Decided item={item} own={own} />}
        />
      </div>
    </section>
  );
}

function Decided({ item: { row }, own }: { item: ReviewItem; own: DecidedHere | null }) {
  const { undo } = useActions();
  const [busy, setBusy] = useState(false);
  const takeBack = async (id: string): Promise<void> => {
    setBusy(true);
    await undo([{ server: row.server, uri: row.uri, name: row.name, undo: id }]);
    setBusy(false);
  };
  const id = own?.undo ?? null;
  return (
    <div className={decidedListStyles.item}>
      <Status {...rowLook(row)} hideWord size={14} />
      <span className={decidedListStyles.name} title={`${row.server}: ${row.uri}`}>
        {row.name}
      </span>
      {id !== null && (
        <Button
          size="sm"
          variant="quiet"
          reason={busy ? 'Undoing' : null}
          aria-label={`Undo the decision on ${quoteName(row.name)}`}
          onClick={(event) => {
            if (!isSecondClick(event)) void takeBack(id);
          }}
        >
          Undo
        </Button>
      )}
    </div>
  );
}
