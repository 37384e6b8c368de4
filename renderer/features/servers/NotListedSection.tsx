import { useEffect, useState } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { NotListed, NotListedLine } from '../../../shared/model/not-listed.ts';
import { sightingInWords } from '../../../shared/model/not-listed-text.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import { Button } from '../../components/Button/Button.tsx';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import { useActions, useApi } from '../../store/context.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** Lines shown at first and added by each "More". */
const page = 20;

/**
 * Addresses that look like skills but that `skills/list` omits. None becomes a skill until someone
 * opens it, and finding them fetched nothing. Renders nothing if there are none.
 */
export function NotListedSection({ server }: { server: ServerView }) {
  const api = useApi();
  const { label, listing } = server;
  const ready = server.connection.status === 'ready';
  const [found, setFound] = useState<NotListed | null>(null);
  const [shown, setShown] = useState(page);
  useEffect(() => {
    if (!ready || listing.status === 'loading') return undefined;
    let current = true;
    void api.listNotListed({ server: label }).then((reply) => {
      if (current && reply.ok) setFound(reply.value);
    });
    return () => {
      current = false;
    };
  }, [api, label, ready, listing.status, listing.at]);
  if (!ready || found === null || found.total === 0) return null;
  const { total, lines, isPartial } = found;
  const left = Math.min(page, lines.length - shown);
  return (
    <section className={layout.section} aria-labelledby="not-listed-title">
      <h2 className={styles.sectionTitle} id="not-listed-title">
        <span className={styles.unbroken}>Not listed</span>{' '}
        <span className={styles.aside}>
          {total === 1
            ? '1 unlisted address; open it to check'
            : `${total.toLocaleString('en')} unlisted addresses; open one to check`}
        </span>
      </h2>
      <ul className={styles.list} aria-label="Not listed">
        {lines.slice(0, shown).map((line) => (
          <NotListedItem key={line.uri} server={label} line={line} />
        ))}
      </ul>
      {left > 0 && (
        <div className={layout.row}>
          <Button size="sm" onClick={() => setShown(shown + page)}>
            {left} more
          </Button>
          <span className={layout.muted}>
            {shown} of {total.toLocaleString('en')} are shown
          </span>
        </div>
      )}
      {left <= 0 && total > lines.length && (
        <p className={layout.muted}>
          The first {lines.length} of {total.toLocaleString('en')}. Open any other by its URI.
        </p>
      )}
      {isPartial && (
        <p className={layout.muted}>
          Skillgate looked only at the first pages of its resources. There may be more.
        </p>
      )}
    </section>
  );
}

function NotListedItem({ server, line }: { server: string; line: NotListedLine }) {
  const api = useApi();
  const actions = useActions();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    const detail = await actions.attempt(
      api.openByUri({ server, uri: line.uri }),
      'Couldn’t open the skill',
    );
    setBusy(false);
    if (detail) actions.selectSkill(server, detail.row.uri);
  };
  // A name that repeats its folder adds nothing.
  const says = line.name !== '' && !line.uri.includes(`/${line.name}/`);
  const by = revealInvisible(line.by ?? '');
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <code className={styles.grow}>{revealInvisible(line.uri)}</code>
        <Button
          size="sm"
          aria-label={`Open ${revealInvisible(line.uri)}`}
          reason={line.barred ?? (busy ? 'Waiting for the server' : null)}
          onClick={() => void open()}
        >
          Open
        </Button>
      </div>
      <span className={layout.muted}>{sightingInWords({ ...line, by })}</span>
      {says && <ServerText by={`Name, from ${server}`}>{line.name}</ServerText>}
    </li>
  );
}
