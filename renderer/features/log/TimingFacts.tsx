import type { ReactNode } from 'react';
import type { LogDetail } from '../../../shared/model/log.ts';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { bytesText, clock, duration, statusOf } from './log-text.ts';
import styles from './Messages.module.css';

interface Props {
  readonly detail: LogDetail;
  readonly children: ReactNode;
}

/** When a request was sent, when its response arrived, and their sizes. */
export function TimingFacts({ detail: { row, http }, children }: Props) {
  const first = http?.firstByteMs ?? null;
  return (
    <div className={styles.timing}>
      <div className={styles.facts}>
        <KeyValue
          items={[
            { name: 'Sent', value: clock(row.at) },
            { name: 'First byte', value: first === null ? null : `after ${first} ms` },
            {
              name: row.answerBytes === null ? 'Timed out' : 'Answered',
              value: row.durationMs === null ? null : `after ${duration(row)}`,
            },
            { name: 'Status', value: statusOf(row).word },
            { name: 'Message', value: row.message },
            { name: 'Request', value: bytesText(row.bytes) },
            { name: 'Answer', value: row.answerBytes === null ? null : bytesText(row.answerBytes) },
            { name: 'Id', value: row.rpcId },
          ]}
        />
      </div>
      {children}
    </div>
  );
}
