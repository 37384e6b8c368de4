import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { Status } from '../../components/Status/Status.tsx';
import type { Reading } from '../../store/readings.ts';
import { bytes } from './bytes.ts';
import { shortDigest } from './digest.ts';
import styles from './FileBar.module.css';

interface Props {
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly file: FileEntry;
  readonly reading: Reading | undefined;
  readonly onOpen: (uri: string) => void;
  readonly onRead: () => void;
}

/** Which file is on screen, and what is known of it. */
export function FileBar({ row, files, file, reading, onOpen, onRead }: Props) {
  const view = reading?.status === 'read' ? reading.view : null;
  const size = view?.size ?? file.size;
  const digest = view?.digest ?? file.digest;
  const options = files.some((one) => one.uri === file.uri) ? files : [file, ...files];
  return (
    <div className={styles.bar}>
      {options.length > 1 ? (
        <div className={styles.select}>
          <Select
            label="File"
            hideLabel
            value={file.uri}
            options={options.map((one) => ({ id: one.uri, label: one.path }))}
            onChange={onOpen}
          />
        </div>
      ) : (
        <span className={styles.path}>{file.path}</span>
      )}
      {view?.verdict.status === 'verified' && (
        <Status icon="check" tone="ok" word="matches manifest" size={14} />
      )}
      {view?.verdict.status === 'failed' && (
        <Status icon="error" tone="bad" word="does not match" size={14} />
      )}
      {view?.verdict.status === 'unverifiable' && (
        <Status icon="question" tone="warn" word="cannot be verified" size={14} />
      )}
      {view === null && <span className={styles.faint}>not read</span>}
      <span className={styles.rest}>
        {size !== undefined && <span>{bytes(size)}</span>}
        {digest !== undefined && digest !== null && (
          <CodeText text={digest} short={shortDigest(digest)} copy label="Copy the digest" />
        )}
        {view !== null && row.content === 'dynamic' && (
          <IconButton icon="refresh" small label="Read it again" onPress={onRead} />
        )}
      </span>
    </div>
  );
}
