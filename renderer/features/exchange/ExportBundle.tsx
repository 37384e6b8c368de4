import { useMemo, useState } from 'react';
import type { RequestOutput } from '../../../shared/contract.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { ScrollText } from '../../components/ScrollText/ScrollText.tsx';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { rowLook } from '../../store/standing.ts';
import { skillKey, type AppState } from '../../store/state.ts';
import styles from './exchange.module.css';
import { spaced } from './BundleContents.tsx';

/**
 * Statuses that a record stores, so a bundle can carry them; session permissions are never saved.
 */
const recorded = new Set(['approved', 'denied', 'changed', 'expired']);

/** Selects decisions and signs them with this installation's key for someone else to import. */
export function ExportBundle({ keys }: { keys: readonly string[] }) {
  const api = useApi();
  const { closeOverlay } = useActions();
  const skills = useApp((app) => app.skills);
  const all = useMemo(() => recordedRows(keys, skills), [keys, skills]);
  const rows = useMemo(() => all.filter((row) => row.isLocal !== true), [all]);
  const local = all.length - rows.length;
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [made, setMade] = useState<RequestOutput<'exportBundle'> | null>(null);
  const chosen = rows.filter((row) => !out.has(skillKey(row.server, row.uri)));
  const tick = (key: string, on: boolean): void =>
    setOut((before) => {
      const after = new Set(before);
      if (on) after.delete(key);
      else after.add(key);
      return after;
    });
  const sign = async (): Promise<void> => {
    setBusy(true);
    const reply = await api.exportBundle({
      items: chosen.map(({ server, uri }) => ({ server, uri })),
    });
    setBusy(false);
    if (reply.ok) setMade(reply.value);
    else setError(reply.error.message);
  };
  if (made !== null) return <SignedBundle made={made} count={chosen.length} />;
  return (
    <Dialog
      title="Export decisions"
      isOpen
      onClose={closeOverlay}
      size="lg"
      footer={
        <>
          <Button key="cancel" ref={focusOnMount} onClick={closeOverlay}>
            Cancel
          </Button>
          <Button
            variant="primary"
            reason={busy ? 'Signing' : chosen.length === 0 ? 'No decisions selected' : null}
            onClick={() => void sign()}
          >
            {`Sign ${chosen.length.toLocaleString('en')} ` +
              `${chosen.length === 1 ? 'decision' : 'decisions'}`}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {error !== null && (
          <Banner tone="bad" live="assertive" title="Couldn’t create the bundle">
            {error}
          </Banner>
        )}
        {local > 0 && (
          <p>
            {local.toLocaleString('en')}{' '}
            {local === 1
              ? 'decision about a local folder stays'
              : 'decisions about local folders stay'}{' '}
            on this computer: the folder’s path means nothing elsewhere.
          </p>
        )}
        {rows.length === 0 ? <NoDecisions /> : <DecisionList rows={rows} out={out} onTick={tick} />}
      </div>
    </Dialog>
  );
}

const recordedRows = (keys: readonly string[], skills: AppState['skills']): SkillRow[] =>
  keys
    .flatMap((key) => {
      const end = key.indexOf('\n');
      return skills.get(key.slice(0, end))?.get(key.slice(end + 1)) ?? [];
    })
    .filter((row) => recorded.has(row.standing.kind));

function NoDecisions() {
  const { closeOverlay, openReview } = useActions();
  const review = (): void => {
    closeOverlay();
    openReview();
  };
  return (
    <EmptyState
      icon="external"
      title="No decisions to export"
      actions={<Button onClick={review}>Review queue</Button>}
    >
      Approve or deny a skill first. Session-only permissions aren’t saved.
    </EmptyState>
  );
}

interface ListProps {
  readonly rows: readonly SkillRow[];
  /** The keys of those that aren't exported. */
  readonly out: ReadonlySet<string>;
  readonly onTick: (key: string, on: boolean) => void;
}

function DecisionList({ rows, out, onTick }: ListProps) {
  return (
    <>
      <p className={styles.muted}>
        A signed text that a colleague can import. It names servers by address or command, skills by
        URI, and the digests that each approval binds to; it holds no file and no secret.
      </p>
      <div className={styles.items} style={{ height: `min(${rows.length * 3.2}rem, 26rem)` }}>
        <VirtualList
          items={rows}
          keyOf={(row) => skillKey(row.server, row.uri)}
          label="Decisions"
          rowRem={3.2}
          render={(row) => {
            const key = skillKey(row.server, row.uri);
            return (
              <div className={styles.item}>
                <Checkbox
                  className={styles.tick ?? ''}
                  label={
                    <>
                      <strong>{row.name}</strong>{' '}
                      <span className={styles.muted}>
                        {row.server} · {rowLook(row).word}
                      </span>
                    </>
                  }
                  checked={!out.has(key)}
                  onChange={(on) => onTick(key, on)}
                />
              </div>
            );
          }}
        />
      </div>
    </>
  );
}

interface SignedProps {
  readonly made: RequestOutput<'exportBundle'>;
  readonly count: number;
}

function SignedBundle({ made, count }: SignedProps) {
  const api = useApi();
  const { closeOverlay } = useActions();
  const [done, setDone] = useState<string | null>(null);
  const copy = (): void =>
    void navigator.clipboard.writeText(made.text).then(
      () => setDone('Copied.'),
      () => setDone('Couldn’t copy. Select the text and copy it yourself.'),
    );
  const save = async (): Promise<void> => {
    const reply = await api.saveFile({ name: 'skillgate-decisions.json', text: made.text });
    if (!reply.ok) setDone(reply.error.message);
    else if (reply.value.saved) setDone('Saved.');
  };
  return (
    <Dialog
      title="Export decisions"
      isOpen
      onClose={closeOverlay}
      size="lg"
      footer={
        <>
          <Button key="close" ref={focusOnMount} onClick={closeOverlay}>
            Close
          </Button>
          <Button key="copy" icon="copy" onClick={copy}>
            Copy
          </Button>
          <Button key="save" variant="primary" icon="arrowDown" onClick={() => void save()}>
            Save…
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          {count === 1 ? 'One decision' : `${count.toLocaleString('en')} decisions`}, signed with
          the key of this installation. Anyone who imports them should compare this fingerprint with
          you:
        </p>
        <p className={styles.card}>
          <code className={styles.fingerprint}>{spaced(made.fingerprint)}</code>
        </p>
        <ScrollText label="Signed bundle">{made.text}</ScrollText>
        <p role="status" className={styles.muted}>
          {done}
        </p>
      </div>
    </Dialog>
  );
}
