import type { AuditLine } from '../../../shared/model/approval.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { auditLooks, moment } from '../../store/audit-text.ts';
import { useActions, useApp } from '../../store/context.ts';
import type { AuditRow } from './use-audit.ts';
import styles from './AuditPage.module.css';
import layout from '../../components/Page/Page.module.css';

/** One audit entry; its skill is a link while the server still has it. */
export function Line({ line }: { line: AuditLine }) {
  const { selectSkill } = useActions();
  const row = useApp((app) => app.skills.get(line.server)?.get(line.uri));
  const title = [line.detail, line.setDigest].filter(Boolean).join('\n');
  return (
    <div className={styles.row}>
      <span className={styles.when}>{moment(line.at)}</span>
      <span className={styles.what}>
        <Status {...auditLooks[line.action]} size={14} />
      </span>
      <span title={line.server}>{line.server}</span>
      {row ? (
        <button
          type="button"
          className={styles.link}
          title={line.uri}
          onClick={() => selectSkill(line.server, line.uri)}
        >
          {row.name}
        </button>
      ) : (
        <span className={styles.uri} title={line.uri}>
          {line.uri}
        </span>
      )}
      <span>{line.actor}</span>
      <span className={layout.muted} title={title}>
        {line.detail}
      </span>
    </div>
  );
}

/** Everything that was decided at once, as one line that opens. */
export function BatchLine({
  row: { lines, isOpen },
  onToggle,
}: {
  row: Extract<AuditRow, { kind: 'batch' }>;
  onToggle: () => void;
}) {
  const [newest] = lines;
  if (newest === undefined) return null;
  const servers = [...new Set(lines.map(({ server }) => server))];
  const what = `${lines.length.toLocaleString('en')} skills`;
  return (
    <div className={styles.row}>
      <span className={styles.when}>{moment(newest.at)}</span>
      <span className={styles.what}>
        <Status {...auditLooks[newest.action]} size={14} />
      </span>
      <span title={servers.join(', ')}>
        {servers.length === 1 ? servers[0] : `${servers.length} servers`}
      </span>
      <button
        type="button"
        className={styles.link}
        aria-expanded={isOpen}
        aria-label={`${auditLooks[newest.action].word}: ${what}`}
        onClick={onToggle}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} /> {what}
      </button>
      <span>{newest.actor}</span>
      <span className={layout.muted}>
        {newest.action === 'undone' ? 'Undone together' : 'Decided together'}
      </span>
    </div>
  );
}
