import { revealInvisible } from '../../../../shared/invisible.ts';
import type { FilePreview, TextStretch } from '../../../../shared/model/file-view.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { HexView } from '../../../components/HexView/HexView.tsx';
import { stretchesOf } from '../../../store/shown/file-shown.ts';
import { BlockPage } from './BlockPage.tsx';
import { sizeText } from '../../../../shared/size-text.ts';
import type { ContentView } from './showing.ts';
import content from './FileContent.module.css';
import { Picture } from './Picture.tsx';

/** A picture and, below it, everything else in its file down to the last byte. */
export function ImageView({
  preview,
  path,
  ...showing
}: ContentView & { preview: Extract<FilePreview, { kind: 'image' }>; path: string }) {
  const { whole, rest, cut } = preview;
  const size = rest.reduce((sum, { length }) => sum + length, 0);
  return (
    <>
      {(rest.length > 0 || whole.text !== null) && (
        <Banner flush tone="warn" title="Contains more than an image">
          {whole.text === null
            ? `Contains ${sizeText(size)} of non-image data, shown below the picture.`
            : 'The whole file also reads as text, which is shown below the picture.'}
        </Banner>
      )}
      {cut && (
        <Banner flush tone="warn" title="Can’t be shown in full">
          This file is too large to show in full, so it never counts as read.
        </Banner>
      )}
      <BlockPage label={path} content={preview} {...showing}>
        <Picture preview={preview} path={path} />
        {stretchesOf(preview).map(([part, stretch]) => (
          <Bytes key={part} part={part} stretch={stretch} path={path} />
        ))}
      </BlockPage>
    </>
  );
}

function Bytes({ part, stretch, path }: { part: string; stretch: TextStretch; path: string }) {
  const { what, offset, length, text, base64 } = stretch;
  const shown = text === null ? null : revealInvisible(text);
  return (
    <section className={content.rest} aria-label={`${what} in ${path}`}>
      <p>
        <strong>{what}</strong>{' '}
        <span className={content.muted}>
          · {sizeText(length)} from byte {offset.toLocaleString('en')}
        </span>
      </p>
      {shown === null ? (
        <HexView base64={base64} at={offset} part={part} label={`${what}, in hex`} />
      ) : (
        <pre className={content.restText} data-part={part} data-at={`0-${shown.length}`}>
          {shown}
        </pre>
      )}
    </section>
  );
}
