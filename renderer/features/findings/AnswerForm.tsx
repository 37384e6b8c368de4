import { useState, type SubmitEvent } from 'react';
import type { AnsweredFinding, ForeignAnswer } from '../../../shared/model/findings.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useActions, useApi } from '../../store/context.ts';
import styles from './FindingsTab.module.css';

const scopes = [
  { id: 'path', label: 'This file' },
  { id: 'skill', label: 'This content anywhere in the skill' },
] as const;
type Scope = (typeof scopes)[number]['id'];

/**
 * A person's reason for dismissing one finding. It applies to these bytes and this version of the
 * rules.
 */
export function AnswerForm({ row, finding }: { row: SkillRow; finding: AnsweredFinding }) {
  const { answer, others } = finding;
  /** The form's initial reason; null while it's closed. */
  const [first, setFirst] = useState<string | null>(null);
  if (answer !== null) return <Answered row={row} answer={answer} />;
  return (
    <>
      {others.map((one) => (
        <SaidByOther key={one.id} row={row} said={one} onSame={() => setFirst(one.reason)} />
      ))}
      {first === null ? (
        <p>
          <Button size="sm" onClick={() => setFirst('')}>
            Dismiss…
          </Button>
        </p>
      ) : (
        <Asking
          key={first}
          row={row}
          finding={finding}
          first={first}
          onDone={() => setFirst(null)}
        />
      )}
    </>
  );
}

/**
 * A colleague's dismissal from their bundle; the finding stays open until the person dismisses it,
 * too.
 */
function SaidByOther({
  row: { server, uri },
  said: { id, by, at, reason, from },
  onSame,
}: {
  row: SkillRow;
  said: ForeignAnswer;
  onSame: () => void;
}) {
  const api = useApi();
  const { attempt } = useActions();
  return (
    <section aria-label={`${by}’s dismissal`}>
      <p className={styles.label}>
        {by} dismissed it on {at.slice(0, 10)}; imported, signed by {from.name}{' '}
        <code>{from.fingerprint.slice(0, 19)}…</code>. It stays open until you dismiss it yourself.
      </p>
      <p className={styles.reason}>{reason}</p>
      <div className={styles.buttons}>
        <Button size="sm" onClick={onSame}>
          Dismiss for this reason too…
        </Button>
        <Button
          size="sm"
          variant="quiet"
          onClick={() =>
            void attempt(
              api.reopenFinding({ server, uri, answer: id }),
              'Couldn’t undo the dismissal',
            )
          }
        >
          Remove {by}’s dismissal
        </Button>
      </div>
    </section>
  );
}

function Answered({
  row: { server, uri },
  answer,
}: {
  row: SkillRow;
  answer: NonNullable<AnsweredFinding['answer']>;
}) {
  const api = useApi();
  const { attempt } = useActions();
  const { id, by, at, reason, expiresAt, file } = answer;
  return (
    <section aria-label="Dismissal">
      <p className={styles.label}>
        Dismissed by {by} on {at.slice(0, 10)}
        {expiresAt === null ? '' : `, until ${expiresAt.slice(0, 10)}`}
        {file === null ? ', anywhere in the skill' : ''}
      </p>
      <p className={styles.reason}>{reason}</p>
      <Button
        size="sm"
        onClick={() =>
          void attempt(
            api.reopenFinding({ server, uri, answer: id }),
            'Couldn’t reopen the finding',
          )
        }
      >
        Reopen
      </Button>
    </section>
  );
}

function Asking({
  row: { server, uri },
  finding: { rule, ruleset, digest, uri: file },
  first,
  onDone,
}: {
  row: SkillRow;
  finding: AnsweredFinding;
  first: string;
  onDone: () => void;
}) {
  const api = useApi();
  const { attempt } = useActions();
  const [reason, setReason] = useState(first);
  const [scope, setScope] = useState<Scope>('path');
  const [until, setUntil] = useState('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (reason.trim() === '') return;
    const expiresAt = until === '' ? null : new Date(`${until}T23:59:59`).toISOString();
    const said = { server, uri, file, rule, ruleset, digest, reason, scope, expiresAt };
    const done = await attempt(api.answerFinding(said), 'Couldn’t dismiss the finding');
    if (done !== undefined) onDone();
  };
  return (
    <form className={styles.answer} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Reason"
        value={reason}
        onChange={setReason}
        maxLength={500}
        required
        hint="The finding reopens when the file or the rule changes."
      />
      <Select label="Applies to" value={scope} options={scopes} onChange={setScope} />
      <TextField label="Until (optional)" type="date" value={until} onChange={setUntil} />
      <div className={styles.buttons}>
        <Button
          type="submit"
          size="sm"
          variant="primary"
          reason={reason.trim() === '' ? 'Enter a reason first' : null}
        >
          Dismiss
        </Button>
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
