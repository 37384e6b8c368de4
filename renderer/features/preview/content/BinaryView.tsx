import { useState } from 'react';
import type { FilePreview } from '../../../../shared/model/file-view.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { HexView } from '../../../components/HexView/HexView.tsx';
import { sizeText } from '../../../../shared/size-text.ts';
import { BlockPage } from './BlockPage.tsx';
import type { ContentView } from './content-view.ts';
import styles from './FileContent.module.css';
import { SourceText } from './CodePreview.tsx';

/** Bytes in hex with their declared type, and as text if a system would run them. */
export function BinaryView({
  preview,
  path,
  size,
  ...showing
}: ContentView & {
  preview: Extract<FilePreview, { kind: 'binary' }>;
  path: string;
  size: number | null;
}) {
  const [asText, setAsText] = useState(false);
  const { text } = preview;
  const head = (
    <div className={styles.about}>
      <p>
        <strong>{preview.type}</strong>{' '}
        <span className={styles.muted}>
          · not inspected{size === null ? '' : ` · ${sizeText(size)}`}
        </span>
      </p>
      {text !== null && (
        <Button size="sm" onClick={() => setAsText(!asText)}>
          {asText ? 'Show the bytes' : 'Show as text'}
        </Button>
      )}
    </div>
  );
  const cut = preview.cut && (
    <Banner flush tone="warn" title="Can’t be shown in full">
      This binary file is too large to review. Only the first 64 KiB is shown, so the file never
      counts as read.
    </Banner>
  );
  if (asText && text !== null)
    return (
      <>
        {cut}
        <div className={styles.head}>{head}</div>
        <SourceText text={text} language="plaintext" path={path} {...showing} />
      </>
    );
  return (
    <>
      {cut}
      <BlockPage label={`Bytes of ${path}`} content={preview} {...showing}>
        {head}
        <HexView base64={preview.base64} label={`${path}, in hex`} />
      </BlockPage>
    </>
  );
}
