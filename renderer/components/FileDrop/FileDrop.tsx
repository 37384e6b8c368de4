import { type DragEvent, type ReactNode, useState } from 'react';
import { cx } from '../cx.ts';
import styles from './FileDrop.module.css';

interface FileDropProps {
  readonly label: string;
  /** Passed to the file input: the types that the system dialog offers first. */
  readonly accept: string;
  /** In bytes; larger files aren't read. */
  readonly largest: number;
  /** The decoded text; the error names the encoding that it's not in. */
  readonly textOf: (
    bytes: Uint8Array,
  ) =>
    | { readonly ok: true; readonly value: string }
    | { readonly ok: false; readonly error: string };
  /** The file's text, or null with the reason. */
  readonly onFile: (text: string | null, problem: string | null) => void;
  readonly children: ReactNode;
}

const dragsFile = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Opens a file that the person picks in the system dialog or drops on the children. */
export function FileDrop({ label, accept, largest, textOf, onFile, children }: FileDropProps) {
  const [over, setOver] = useState(false);
  const take = async (files: FileList | null): Promise<void> => {
    const [file] = files ?? [];
    if (file === undefined) return;
    if (file.size > largest) {
      const most = `${(largest / 1024 / 1024).toLocaleString('en')} MiB`;
      onFile(null, `“${file.name}” is larger than ${most}.`);
      return;
    }
    try {
      const text = textOf(new Uint8Array(await file.arrayBuffer()));
      if (text.ok) onFile(text.value, null);
      else onFile(null, `“${file.name}” isn’t ${text.error} text.`);
    } catch {
      // A folder, or a file that is gone or unreadable.
      onFile(null, `Couldn’t read “${file.name}”.`);
    }
  };
  return (
    <div
      role="group"
      aria-label={`${label}, or drop it here`}
      className={cx(styles.drop, over && styles.over)}
      onDragOver={(event) => {
        if (!dragsFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!dragsFile(event)) return;
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files);
      }}
    >
      {children}
      <label className={styles.file}>
        {label}{' '}
        <input
          type="file"
          accept={accept}
          onChange={(event) => {
            void take(event.target.files);
            // Lets the person pick the same file again after fixing it.
            event.target.value = '';
          }}
        />
      </label>
    </div>
  );
}
