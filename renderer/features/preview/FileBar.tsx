import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { inOneLine } from '../../../shared/model/file-label.ts';
import { Select } from '../../components/Select/Select.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { useFileWords, type FileReading } from '../../store/readings.ts';
import type { FileShown, UnreadGap } from '../../store/shown/file-shown.ts';
import { sizeText } from '../../../shared/size-text.ts';
import styles from './FileBar.module.css';
import { ShownMark } from './ShownMark.tsx';

interface Props {
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly file: FileEntry;
  readonly reading: FileReading | undefined;
  readonly onOpen: (uri: string) => void;
  readonly onRead: () => void;
  readonly shown: FileShown | undefined;
  readonly onNext: (() => void) | null;
  readonly onGap: (gap: UnreadGap) => void;
}

/** The file on screen and what's known about it. */
export function FileBar(props: Props) {
  const { row, files, file, reading, onOpen, onRead, shown, onNext, onGap } = props;
  const view = reading?.status === 'read' ? reading.view : null;
  const words = useFileWords(row.server, row.uri, file);
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
      <Status icon={words.icon} tone={words.tone} word={inOneLine(words)} size={14} />
      <ShownMark shown={shown} view={view} onNext={onNext} onGap={onGap} />
      <span className={styles.rest}>
        {size !== undefined && <span>{sizeText(size)}</span>}
        {digest !== undefined && digest !== null && (
          <span>
            <CodeText text={digest} short={shortDigest(digest)} copy label="Copy the digest" />
          </span>
        )}
        {view !== null && row.content === 'dynamic' && (
          <IconButton icon="refresh" small label="Load it again" onPress={onRead} />
        )}
      </span>
    </div>
  );
}

/** `sha256:0123456789ab…`: enough to tell two digests apart; copying gives the full one. */
const shortDigest = (digest: string): string =>
  digest.length > 20 ? `${digest.slice(0, 19)}…` : digest;
