import { useEffect, useRef, useState } from 'react';
import { readingOptions } from './options.ts';
import styles from './CodeView.module.css';

interface Props {
  readonly text: string;
  /** A language id of the editor; an unknown one is shown without colours. */
  readonly language: string;
  /** Accessible name. */
  readonly label: string;
}

/**
 * Read-only text in the editor; the same text plainly until the editor is there, or when it cannot
 * be loaded.
 */
export function CodeView({ text, language, label }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let over = false;
    let dispose = (): void => undefined;
    setReady(false);
    void import('./monaco.ts').then(
      ({ editor }) => {
        if (over || !host.current) return;
        const model = editor.createModel(text, language);
        const view = editor.create(host.current, { ...readingOptions(), model, ariaLabel: label });
        setReady(true);
        dispose = () => {
          view.dispose();
          model.dispose();
        };
      },
      () => undefined,
    );
    return () => {
      over = true;
      dispose();
    };
  }, [text, language, label]);
  return (
    <div className={styles.view}>
      {!ready && (
        <pre className={styles.plain} tabIndex={0} aria-label={label}>
          {text}
        </pre>
      )}
      <div ref={host} className={styles.host} data-ready={ready} />
    </div>
  );
}
