import { useEffect, useState } from 'react';
import type { RequestError, RequestOutput } from '../../../shared/contract.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { auditLooks, chainInWords, moment } from '../../store/audit-text.ts';
import { useActions, useApi, useApp } from '../../store/context.ts';
import styles from './HistoryTab.module.css';
import shared from './tabs.module.css';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { Facts } from './Facts.tsx';
import { SkillOrigin } from './Header.tsx';
import detailsTabStyles from './DetailsTab.module.css';
import { standingInWords } from './status-text.ts';
import { useCopied } from '../../components/copy-text.ts';
import { shortDigest } from './dates.ts';
import copyDigestStyles from './CopyDigest.module.css';

/** All decisions about one skill, newest first, from the audit. */
export function HistoryTab({ row }: { row: SkillRow }) {
  const { server } = row;
  const { openAudit } = useActions();
  const { history, again } = useHistory(row);
  if (history === undefined)
    return (
      <p className={styles.wait}>
        <Spinner label="Loading the history" />
      </p>
    );
  if ('code' in history)
    return (
      <EmptyState
        icon="error"
        title="Couldn’t load the history"
        actions={<Button onClick={again}>Try again</Button>}
      >
        {history.message}
      </EmptyState>
    );
  const chain = chainInWords(history.chain);
  const audit = (
    <Button size="sm" variant="quiet" onClick={() => openAudit(server)}>
      Open the audit of {server}
    </Button>
  );
  if (history.lines.length === 0 && history.chain.ok)
    return (
      <EmptyState icon="history" title="No decisions about this skill yet" actions={audit}>
        Skillgate records every decision and every later change here.
      </EmptyState>
    );
  return (
    <div className={shared.fill}>
      <div className={shared.bar}>
        <span className={shared.muted} title={chain.detail}>
          {history.chain.ok ? chain.title : ''}
        </span>
        <span className={shared.end}>{audit}</span>
      </div>
      <div className={shared.scroll} tabIndex={0} role="region" aria-label="History">
        {!history.chain.ok && (
          <div className={styles.chain}>
            <Banner tone="bad" title={chain.title}>
              {chain.detail}
            </Banner>
          </div>
        )}
        <Lines lines={history.lines} />
      </div>
    </div>
  );
}

function useHistory({ server, uri, record }: SkillRow) {
  const api = useApi();
  // A decision raises the store's revision, so the history has a new line.
  const revision = useApp((app) => (app.store?.status === 'ready' ? app.store.revision : null));
  const [history, setHistory] = useState<RequestOutput<'getHistory'> | RequestError>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let over = false;
    void api.getHistory({ server, uri }).then((reply) => {
      if (!over) setHistory(reply.ok ? reply.value : reply.error);
    });
    return () => {
      over = true;
    };
  }, [api, server, uri, revision, record, turn]);
  return { history, again: () => setTurn(turn + 1) };
}

const Lines = ({ lines }: { lines: RequestOutput<'getHistory'>['lines'] }) => (
  <table className={shared.table}>
    <thead>
      <tr>
        <th scope="col">When</th>
        <th scope="col">What</th>
        <th scope="col">Who</th>
        <th scope="col" className={styles.content}>
          Content
        </th>
        <th scope="col">Detail</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <tr key={line.seq}>
          <th scope="row" className={styles.when}>
            {moment(line.at)}
          </th>
          <td className={styles.what}>
            <Status {...auditLooks[line.action]} size={14} />
          </td>
          <td className={styles.who}>{line.actor}</td>
          <td className={styles.content}>
            {line.setDigest === null ? '—' : <CopyDigest digest={line.setDigest} />}
          </td>
          <td className={styles.detail}>{line.detail}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** What the page's one line leaves out: origin, facts, and the decision in full. */
export function DetailsTab({ detail }: { detail: SkillDetail }) {
  const { row, record, unbound } = detail;
  const words = standingInWords(row.standing, row.content, row);
  const isApproved = record !== null && record.decision === 'approved';
  // Allowed tools end with the approval; under any other status they no longer apply.
  const granted = isApproved && row.standing.kind === 'approved' ? record.grants.allowedTools : [];
  return (
    <div className={detailsTabStyles.tab}>
      <SkillOrigin row={row} />
      <section className={detailsTabStyles.decision} aria-label="Decision in full">
        <p className={detailsTabStyles.title}>{words.title}</p>
        {words.detail !== '' && <p>{words.detail}</p>}
        {granted.length > 0 && (
          <p>
            Allowed tools:{' '}
            {granted.map((tool) => (
              <code key={tool} className={detailsTabStyles.tool}>
                {revealInvisible(tool)}
              </code>
            ))}
          </p>
        )}
        {isApproved && record.note !== '' && <p>Note: {record.note}</p>}
      </section>
      <Facts detail={detail} />
      {unbound.length > 0 && (
        <section className={detailsTabStyles.unbound} aria-label="Not part of a decision">
          <p className={detailsTabStyles.title}>Not part of a decision</p>
          <p>The server also says this. It can change it without a new decision.</p>
          <KeyValue items={unbound.map(({ field, value }) => ({ name: field, value }))} />
        </section>
      )}
    </div>
  );
}

/** A short digest that copies the full one; a plain button, since a table holds hundreds. */
export function CopyDigest({ digest }: { digest: string }) {
  const [copied, copy] = useCopied(digest);
  return (
    <button
      type="button"
      className={copyDigestStyles.digest}
      title={`Copy ${digest}`}
      aria-label={`Copy digest ${digest.slice(0, 19)}`}
      onClick={copy}
    >
      <code aria-hidden="true">{copied ? 'copied' : shortDigest(digest)}</code>
    </button>
  );
}
