import { useState, type SubmitEvent } from 'react';
import type { AnsweredFinding } from '../../../shared/model/findings.ts';
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
 * A person's answer to one finding: it was looked at, and why it may stand. It holds for these bytes
 * and this version of the rules.
 */
export function AnswerForm({ row, finding }: { row: SkillRow; finding: AnsweredFinding }) {
  const { answer } = finding;
  const [open, setOpen] = useState(false);
  if (answer !== null) return <Answered row={row} answer={answer} />;
  return open ? (
    <Asking row={row} finding={finding} onDone={() => setOpen(false)} />
  ) : (
    <p>
      <Button size="sm" onClick={() => setOpen(true)}>
        Acknowledge…
      </Button>
    </p>
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
    <section aria-label="Answer">
      <p className={styles.label}>
        Acknowledged by {by} on {at.slice(0, 10)}
        {expiresAt === null ? '' : `, until ${expiresAt.slice(0, 10)}`}
        {file === null ? ', anywhere in the skill' : ''}
      </p>
      <p className={styles.reason}>{reason}</p>
      <Button
        size="sm"
        onClick={() => void attempt(api.reopenFinding({ server, uri, answer: id }), 'Not opened')}
      >
        Open it again
      </Button>
    </section>
  );
}

function Asking({
  row: { server, uri },
  finding: { rule, ruleset, digest, uri: file },
  onDone,
}: {
  row: SkillRow;
  finding: AnsweredFinding;
  onDone: () => void;
}) {
  const api = useApi();
  const { attempt } = useActions();
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState<Scope>('path');
  const [until, setUntil] = useState('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (reason.trim() === '') return;
    const expiresAt = until === '' ? null : new Date(`${until}T23:59:59`).toISOString();
    const said = { server, uri, file, rule, ruleset, digest, reason, scope, expiresAt };
    const done = await attempt(api.answerFinding(said), 'Not acknowledged');
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
        hint="It opens again when the file or the rule changes."
      />
      <Select label="Holds for" value={scope} options={scopes} onChange={setScope} />
      <TextField label="Until (optional)" type="date" value={until} onChange={setUntil} />
      <div className={styles.buttons}>
        <Button
          type="submit"
          size="sm"
          variant="primary"
          reason={reason.trim() === '' ? 'Say the reason first' : null}
        >
          Acknowledge
        </Button>
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
