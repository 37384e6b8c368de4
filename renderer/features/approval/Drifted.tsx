import { useEffect, useState } from 'react';
import type { RequestError } from '../../../shared/contract.ts';
import type { FileDiff, SkillDetail } from '../../../shared/model/detail.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApi } from '../../store/context.ts';
import {
  changedSince,
  fieldsChangedSince,
  type PinDrift,
  type FileChange,
  type PinnedSkill,
} from '../../store/pin.ts';
import { useShown, useShowText } from '../../store/readings.ts';
import styles from './Drifted.module.css';
import { FileSides } from './ChangedFile.tsx';
import { FrontmatterChanges } from './ChangeList.tsx';
import { useRested } from '../../components/use-rested.ts';
import { quoted } from '../../../shared/quote-text.ts';
import type { SkillStatus } from '../../../shared/model/standing.ts';

/**
 * The skill changed after the page opened: shows the difference and blocks every decision until the
 * person acknowledges it.
 */
export function Drifted({
  pin,
  drift,
  detail,
  ready,
}: {
  pin: PinnedSkill;
  drift: PinDrift;
  detail: SkillDetail;
  /** The whole current version is loaded, so continuing binds nothing that isn't shown. */
  ready: boolean;
}) {
  const [open, setOpen] = useState<string | null>(null);
  const { row, files } = detail;
  const changes = drift.content ? changedSince(pin, files) : [];
  const fields = drift.metadata ? fieldsChangedSince(pin, detail) : [];
  const served = drift.server || drift.content || drift.metadata;
  const names = [...changes.map(({ path }) => path), ...fields.map(({ field }) => field)];
  // Another swap closes the comparison; its bytes load only when the person asks.
  const idOf = ({ uri, after }: FileChange): string => `${uri}\n${after ?? ''}`;
  const chosen = changes.find((change) => idOf(change) === open);
  return (
    <section className={styles.drifted} aria-label="Changed since you opened it">
      <Banner
        flush
        tone="warn"
        live="assertive"
        title={
          served
            ? drift.server
              ? otherServer(row.server)
              : driftTitle(names)
            : decidedElsewhere(row.standing)
        }
        actions={
          <Continue
            detail={detail}
            ready={ready}
            text={served ? 'Review current version' : 'Continue'}
          />
        }
      >
        <p>
          {served
            ? 'This page now shows the current version. Review it before you decide.'
            : 'The decision was made elsewhere. A decision here replaces it.'}
        </p>
        {served && drift.decision && <p>{decidedElsewhere(row.standing)}</p>}
        {changes.length > 0 && (
          <ul className={styles.files} aria-label="Changed files">
            {changes.map((change) => (
              <li key={change.uri}>
                <Button
                  size="sm"
                  variant="quiet"
                  icon="diff"
                  aria-expanded={open === idOf(change)}
                  onClick={() => setOpen(open === idOf(change) ? null : idOf(change))}
                >
                  {change.path}
                </Button>
                <span className={styles.change}>{change.change}</span>
              </li>
            ))}
          </ul>
        )}
      </Banner>
      {fields.length > 0 && (
        // What scrolls must be reachable without a mouse (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.front} tabIndex={0} role="region" aria-label="Fields that differ">
          <FrontmatterChanges differences={fields} />
        </div>
      )}
      {chosen !== undefined && <Difference key={chosen.uri} detail={detail} change={chosen} />}
    </section>
  );
}

/** Acknowledges the current version once it's loaded and rests. */
function Continue({ detail, ready, text }: { detail: SkillDetail; ready: boolean; text: string }) {
  const { pinShown, setTab } = useActions();
  const { row, files, frontmatter } = detail;
  const rested = useRested(
    JSON.stringify([row.identity, row.setDigest, row.metadataDigest, row.record]),
  );
  const wait = rested ? null : 'It just changed. Wait a moment';
  return (
    <Button
      variant="primary"
      reason={ready ? wait : 'The current version is still loading'}
      onClick={() => {
        pinShown({ row, files, frontmatter });
        if (row.standing.kind === 'changed') setTab('changes');
      }}
    >
      {text}
    </Button>
  );
}

type Shown = { readonly diff: FileDiff } | { readonly error: RequestError } | null;

/** The file as shown before beside the current one, which is loaded for this. */
function Difference({ detail, change }: { detail: SkillDetail; change: FileChange }) {
  const api = useApi();
  const showText = useShowText();
  const [shown, setShown] = useState<Shown>(null);
  const { server, uri } = detail.row;
  const { onSeen } = useShown(server, uri, { uri: change.uri, digest: change.after });
  useEffect(() => {
    let over = false;
    setShown(null);
    void api.getDiff({ server, uri, file: change.uri, since: change.before }).then((reply) => {
      if (over) return;
      setShown(reply.ok ? { diff: reply.value } : { error: reply.error });
      if (reply.ok && change.after !== null && 'text' in reply.value.after)
        showText(
          server,
          uri,
          { uri: change.uri, digest: change.after },
          {
            text: reply.value.after.text,
            language: reply.value.language,
          },
        );
    });
    return () => {
      over = true;
    };
  }, [api, server, uri, change.uri, change.before, change.after, showText]);
  if (shown === null) return <Spinner label={`Comparing ${change.path}`} />;
  if ('error' in shown) return <p className={styles.missing}>{shown.error.message}</p>;
  return (
    <div className={styles.diff}>
      <FileSides
        diff={shown.diff}
        // Unchanged parts weren't necessarily on screen before, so only what's in view counts.
        onSeen={(from, to, how) => how === 'in view' && onSeen('text', [from, to])}
      />
    </div>
  );
}

const maxNamed = 3;
const longestName = 80;

/** The server chooses file and field names; quote any that could read as our own sentence. */
function word(name: string): string {
  if (/^[\w./@+-]+$/.test(name) && name.length <= longestName) return name;
  return quoted(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}

/** `Changed while you were reading: run.sh, lib/a.py and 4 more`, for files and fields. */
export function driftTitle(changed: readonly string[]): string {
  const title = 'Changed while you were reading';
  if (changed.length === 0) return title;
  const rest = changed.length - maxNamed;
  return (
    `${title}: ` +
    `${changed.slice(0, maxNamed).map(word).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  );
}

/** The person chose the label, but it's still a name, so it's quoted like the others. */
export const otherServer = (label: string): string =>
  `${word(label)} now points to a different server. What you saw came from the previous one`;

/** What another window or program decided about the skill on screen. */
function decidedElsewhere(standing: SkillStatus): string {
  switch (standing.kind) {
    case 'approved':
      return 'Just approved in another window or program';
    case 'denied':
      return 'Just denied in another window or program';
    case 'undecided':
      return 'Just undone in another window or program';
    default:
      return 'Just decided in another window or program';
  }
}
