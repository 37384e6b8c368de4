import { useId, useMemo, useState } from 'react';
import type { SkillDetail } from '../../../../shared/model/detail.ts';
import { riskOf, riskWeightOf } from '../../../../shared/model/risk.ts';
import type { SkillRow } from '../../../../shared/model/skill.ts';
import { TextField } from '../../../components/TextField/TextField.tsx';
import { useActions, useApi, useApp } from '../../../store/context.ts';
import { useFindings } from '../../../store/findings.ts';
import type { DecisionDraft } from '../../../store/drafts.ts';
import { filesDecided } from '../../../store/bulk-selection.ts';
import { shownNow, useShownCounts } from '../../../store/readings.ts';
import { skillKey } from '../../../store/state.ts';
import { endsNow, expiresAt, fitting } from '../dates.ts';
import { ExpiryField } from '../ExpiryField.tsx';
import { renewalOf } from '../renewal.ts';
import { suitable, toolsOf } from '../sheet.ts';
import { coverageInWords, plural } from '../status-text.ts';
import styles from './DecisionPanel.module.css';
import { FileChecklist } from './FileChecklist.tsx';
import {
  type FormProps,
  approveLook,
  approveWords,
  formBlockers,
  lookFirst,
} from './panel-text.ts';
import { PanelFrame } from './PanelFrame.tsx';
import { acceptedRiskOf, RiskList, useRiskReview, Declared, Tools } from './RiskList.tsx';
import { useDecide } from './use-decide.ts';

const notNow = 'This skill can’t be approved now.';

const endPassed = 'That end date has passed. Choose a later one.';

/** The approval form: what it covers, allowed tools, expiry and note. */
export function ApproveForm({ panel, detail, pin, about, held, draft, dropped }: FormProps) {
  const { row } = detail;
  const { server, uri } = row;
  const api = useApi();
  const { fillIn, itemsOf, notePanel } = useActions();
  const decide = useDecide();
  const details = useApp((app) => app.details);
  const hint = useId();
  const fields = useFields(detail, draft);
  const { limits, grants, bounds, expiry, date, note, ends } = fields;
  const counts = useShownCounts(server, uri, pin.files);
  const risk = riskOf(row);
  const found = useFindings(row);
  const review = useRiskReview(row, found);
  const { verified, total } = row.checked;
  const asked = {
    coverage: { verified, shown: counts.shown, total },
    ...{ grants, expiresAt: ends, now: bounds.now },
  };
  const blockers = [
    ...review.blockers,
    ...(held ? [lookFirst] : suitable('approve', row) ? [] : [notNow]),
    ...formBlockers(limits, asked, row.barredBy),
  ];
  const run = (): void => {
    const [item] = itemsOf([skillKey(server, uri)]);
    if (item === undefined) return;
    const until = endsNow(expiry, date, bounds);
    if (until === 'invalid') return void notePanel(panel, { busy: false, refusal: endPassed });
    const shown = shownNow(api, server, uri, filesDecided(details, item));
    void decide(panel, {
      item: { ...item, grants, shown, ...acceptedRiskOf(found) },
      note,
      expiresAt: until,
    });
  };
  return (
    <PanelFrame
      panel={panel}
      row={row}
      dropped={dropped}
      decide={{
        words: approveWords(counts, grants.length, risk),
        variant: approveLook(riskWeightOf(risk), counts),
        blockers,
        run,
      }}
    >
      <RiskList row={row} files={pin.files} found={found} list={review.list} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <p className={styles.legend}>{coverageInWords(counts)}</p>
          {!held && (
            <FileChecklist
              row={row}
              files={pin.files}
              verdicts={detail.verdicts}
              describedBy={counts.no > 0 ? hint : undefined}
              focused
            />
          )}
          <Checked detail={detail} unread={counts.no} hint={hint} />
        </div>
        <Fields
          fields={fields}
          settings={row.requests.settings}
          onFill={(change) => fillIn(panel, about, change)}
        />
      </div>
    </PanelFrame>
  );
}

/** What the form says now: the person's entries or, before any, those of the last approval. */
function useFields({ row, record }: SkillDetail, draft: FormProps['draft']) {
  const policy = useApp((app) => app.policy);
  const limits = policy.status === 'active' ? policy.limits : null;
  const [openedAt] = useState(Date.now);
  const renewal = useMemo(() => renewalOf(row, record, openedAt), [row, record, openedAt]);
  const isTicked = (tool: string): boolean =>
    limits?.noTools !== true && (draft?.ticks.get(tool) ?? renewal?.granted.has(tool) ?? false);
  const tools = toolsOf(row);
  const bounds = {
    same: renewal?.same ?? null,
    longestMs: limits?.longestMs ?? null,
    now: openedAt,
  };
  const expiry = fitting(draft?.expiry ?? renewal?.expiry ?? 'never', bounds);
  const date = draft?.date ?? '';
  return {
    ...{ limits, renewal, tools, isTicked, bounds, expiry, date },
    grants: tools.filter(isTicked),
    ticks: draft?.ticks ?? new Map<string, boolean>(),
    note: draft?.note ?? renewal?.note ?? '',
    ends: expiresAt(expiry, date, bounds),
  };
}

/** What the person fills in. */
function Fields({
  fields: { limits, renewal, tools, isTicked, ticks, bounds, expiry, date, ends, note },
  settings,
  onFill,
}: {
  fields: ReturnType<typeof useFields>;
  settings: SkillRow['requests']['settings'];
  onFill: (change: Partial<Omit<DecisionDraft, 'about'>>) => void;
}) {
  return (
    <div className={styles.column}>
      <Tools
        tools={tools}
        ticked={isTicked}
        renewal={renewal}
        forbidden={limits?.noTools === true}
        onTick={(tool, on) => onFill({ ticks: new Map(ticks).set(tool, on) })}
      />
      <Declared settings={settings} />
      <div className={styles.fields}>
        <ExpiryField
          expiry={expiry}
          date={date}
          invalid={ends === 'invalid' && date !== ''}
          bounds={bounds}
          was={renewal?.was ?? null}
          onExpiry={(chosen) => onFill({ expiry: chosen })}
          onDate={(typed) => onFill({ date: typed })}
        />
        <TextField
          label="Note"
          value={note}
          onChange={(typed) => onFill({ note: typed })}
          rows={1}
          placeholder="Optional"
        />
      </div>
    </div>
  );
}

/** What Skillgate checked, as opposed to what the person has read. */
function Checked({
  detail: { row, files },
  unread,
  hint,
}: {
  detail: SkillDetail;
  /** How many files `Enter` still opens. */
  unread: number;
  hint: string;
}) {
  const { checked, fileCount, integrity } = row;
  const count = Math.max(checked.total, fileCount);
  const listed = row.isLocal === true ? 'listing' : 'manifest';
  return (
    <p className={styles.muted}>
      {unread > 0 && (
        <>
          <span id={hint}>
            Press Enter to open the {files.length === 1 ? '' : 'next '}file.
          </span>{' '}
        </>
      )}
      {integrity === 'self-computed'
        ? 'The server provides no digests, so Skillgate computed them. ' +
          'The approval is valid while every read returns the same bytes.'
        : checked.verified === 0
          ? `No files checked against the ${listed} yet.`
          : `${checked.verified} of ${plural(count, 'file')} ` +
            `${count === 1 ? 'matches' : 'match'} the ${listed}.`}
      {checked.unread > 0 && ` ${plural(checked.unread, 'file')} could not be read.`}
    </p>
  );
}
