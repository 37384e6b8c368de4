import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { DecideOutcome } from '../../../shared/contract.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { shownNow } from '../../store/readings.ts';
import { filesDecided } from '../../store/picks.ts';
import { skillKey, type DecisionSheetRequest } from '../../store/state.ts';
import { type Expiry, expiresAt, fitting } from './dates.ts';
import styles from './DecisionSheet.module.css';
import { ExpiryField } from './ExpiryField.tsx';
import { ManySkills } from './ManySkills.tsx';
import { Outcomes } from './Outcomes.tsx';
import { endingAmong } from './renewal.ts';
import { doneOf, type Grants, send, sheetWords, suitable } from './sheet.ts';
import { plural } from './words.ts';

/** The form about many, as it was when it was opened. */
export function OpenSheet({ sheet }: { sheet: DecisionSheetRequest }) {
  const api = useApi();
  const { closeSheet, setPicked, decided, setDeciding } = useActions();
  const skills = useApp((app) => app.skills);
  const policy = useApp((app) => app.policy);
  const details = useApp((app) => app.details);
  const [openedAt] = useState(Date.now);
  const { action } = sheet;
  const [note, setNote] = useState('');
  const bounds = {
    same: null,
    longestMs: policy.status === 'active' ? policy.limits.longestMs : null,
    now: openedAt,
  };
  const [wanted, setExpiry] = useState<Expiry>('never');
  const expiry = fitting(wanted, bounds);
  const [date, setDate] = useState('');
  const [grants, setGrants] = useState<Grants>(new Map());
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<readonly DecideOutcome[] | null>(null);

  const rows = useMemo(
    () => sheet.items.flatMap((item) => skills.get(item.server)?.get(item.uri) ?? []),
    [sheet, skills],
  );
  const chosen = useMemo(
    () => rows.filter((row) => suitable(action, row) && !out.has(skillKey(row.server, row.uri))),
    [rows, action, out],
  );
  const gone = rows.length < sheet.items.length;
  const words = sheetWords(action, chosen.length, undefined);
  const ends = action === 'approve' ? expiresAt(expiry, date, bounds) : null;
  const stale = chosen.some((row) =>
    sheet.items.some(
      (item) =>
        item.server === row.server &&
        item.uri === row.uri &&
        (item.setDigest !== row.setDigest ||
          item.metadataDigest !== row.metadataDigest ||
          (!busy && item.replaces !== row.record)),
    ),
  );

  const grant = (key: string, tools: ReadonlySet<string>): void =>
    setGrants((before) => new Map(before).set(key, tools));
  const takeOut = (key: string): void =>
    setOut((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const impossible = busy || chosen.length === 0 || ends === 'invalid';

  const decide = async (): Promise<void> => {
    if (impossible) return;
    setBusy(true);
    setError(null);
    const wanted = new Set(chosen.map((row) => skillKey(row.server, row.uri)));
    // The digest is the one that was on screen when the sheet opened: a newer content is refused as
    // stale.
    const items = sheet.items
      .filter((item) => wanted.has(skillKey(item.server, item.uri)))
      .map((item) => ({
        ...item,
        grants: [...(grants.get(skillKey(item.server, item.uri)) ?? [])],
        shown: shownNow(api, item.server, item.uri, filesDecided(details, item)),
      }));
    setDeciding(true);
    const reply = await send(api, action, items, note.trim(), ends);
    if (reply.ok) decided(action, doneOf(reply.value, skills));
    setDeciding(false);
    setBusy(false);
    if (!reply.ok) {
      setError(reply.error.message);
      return;
    }
    if (!reply.value.every((outcome) => outcome.outcome === 'done')) {
      setOutcomes(reply.value);
      return;
    }
    closeSheet();
    setPicked(new Set());
  };

  // A chord, so that a decision is made from the keyboard but never by one stray key.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || outcomes !== null) return;
    event.preventDefault();
    void decide();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  if (outcomes !== null) {
    return (
      <Dialog
        kind="sheet"
        title={words.title}
        isOpen
        onClose={closeSheet}
        footer={
          <Button autoFocus onClick={closeSheet}>
            Close
          </Button>
        }
      >
        <Outcomes outcomes={outcomes} rows={rows} />
      </Dialog>
    );
  }
  const footer = (
    <>
      <Button autoFocus onClick={closeSheet}>
        Cancel
      </Button>
      <Button
        variant={action === 'deny' || action === 'revoke' ? 'danger' : 'primary'}
        disabled={impossible}
        aria-keyshortcuts="Control+Enter"
        title="Ctrl Enter, or ⌘ Enter"
        onClick={() => void decide()}
      >
        {words.button}
      </Button>
    </>
  );
  return (
    <Dialog kind="sheet" title={words.title} isOpen onClose={closeSheet} footer={footer}>
      <div className={styles.form}>
        {error !== null && (
          <Banner tone="bad" live="assertive" title="Nothing was decided">
            {error}
          </Banner>
        )}
        {(stale || gone) && (
          <Banner tone="warn" live="polite" title="It is not what you looked at any more">
            Some of these changed, are gone, or were decided elsewhere. They will be left out.
          </Banner>
        )}
        <p className={styles.muted}>{words.meaning}</p>
        {action === 'approve' && policy.status === 'active' && (
          <details className={styles.muted}>
            <summary>A managed policy narrows what can be approved</summary>
            <ul className={styles.rules}>
              {policy.rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </details>
        )}
        <ManySkills
          action={action}
          rows={rows}
          grants={grants}
          onGrants={grant}
          out={out}
          onOut={takeOut}
        />
        {action === 'approve' && endingAmong(chosen) > 0 && (
          <Banner
            tone="warn"
            title={`${plural(endingAmong(chosen), 'approval')} would end otherwise`}
          >
            They end by themselves now. What you choose under Expires replaces that for all.
          </Banner>
        )}
        {(action === 'approve' || action === 'deny') && (
          <TextField
            label="Note"
            value={note}
            onChange={setNote}
            rows={2}
            placeholder={action === 'deny' ? 'Why, for whoever asks later' : 'Optional'}
          />
        )}
        {action === 'approve' && (
          <ExpiryField
            expiry={expiry}
            date={date}
            invalid={ends === 'invalid' && date !== ''}
            bounds={bounds}
            was={null}
            onExpiry={setExpiry}
            onDate={setDate}
          />
        )}
      </div>
    </Dialog>
  );
}
