import type { AuditLine } from '../../../shared/model/approval.ts';
import { Status } from '../../components/Status/Status.tsx';
import { auditLooks, moment } from '../../store/audit-text.ts';
import { useActions, useApp } from '../../store/context.ts';
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
