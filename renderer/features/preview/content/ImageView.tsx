import { useEffect, useState } from 'react';
import { revealInvisible } from '../../../../shared/invisible.ts';
import type { Preview, Stretch } from '../../../../shared/model/file-view.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { HexView } from '../../../components/HexView/HexView.tsx';
import { restPart } from '../../../store/shown/file-shown.ts';
import { BlockPage } from './BlockPage.tsx';
import { bytes } from '../bytes.ts';
import type { Showing } from './FileContent.tsx';
import content from './FileContent.module.css';
import styles from './ImageView.module.css';

/**
 * A picture from bytes that were checked, as a blob: address that ends with the view, and whatever
 * else its file holds.
 */
export function ImageView({
  preview,
  path,
  ...showing
}: Showing & { preview: Extract<Preview, { kind: 'image' }>; path: string }) {
  const { rest, cut } = preview;
  const size = rest.reduce((sum, { length }) => sum + length, 0);
  return (
    <>
      {rest.length > 0 && (
        <Banner flush tone="warn" title="More than a picture">
          {rest.some(({ offset }) => offset === 0)
            ? 'The whole file also reads as text, which is shown below the picture.'
            : `${bytes(size)} of it are no part of what is drawn. They are shown below the picture.`}
        </Banner>
      )}
      {cut && (
        <Banner flush tone="warn" title="Not readable">
          It holds more besides its picture than is shown, and never counts as read.
        </Banner>
      )}
      <BlockPage label={path} content={preview} {...showing}>
        <Picture preview={preview} path={path} />
        {rest.map((one) => (
          <Rest key={`${one.offset} ${one.what}`} stretch={one} path={path} />
        ))}
      </BlockPage>
    </>
  );
}

function Picture({
  preview: { mediaType, base64 },
  path,
}: {
  preview: Extract<Preview, { kind: 'image' }>;
  path: string;
}) {
  const [address, setAddress] = useState<string | null>(null);
  const [facts, setFacts] = useState<string | null>(null);
  useEffect(() => {
    const data = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([data], { type: mediaType }));
    setAddress(url);
    setFacts(null);
    return () => URL.revokeObjectURL(url);
  }, [mediaType, base64]);
  return (
    <figure className={styles.figure} data-part="image">
      {/* Nothing was shown before it is drawn. */}
      <div className={styles.frame} {...(facts === null ? {} : { 'data-at': '0-1' })}>
        {address !== null && (
          <img
            className={styles.image}
            src={address}
            alt={path}
            onLoad={(event) =>
              setFacts(`${event.currentTarget.naturalWidth} × ${event.currentTarget.naturalHeight}`)
            }
            onError={() => setFacts('cannot be decoded')}
          />
        )}
      </div>
      <figcaption className={styles.caption}>
        {mediaType.slice(6).toUpperCase()}
        {facts === null ? '' : ` · ${facts}`}
      </figcaption>
    </figure>
  );
}

function Rest({ stretch, path }: { stretch: Stretch; path: string }) {
  const { what, offset, length, text, base64 } = stretch;
  const shown = text === null ? null : revealInvisible(text);
  return (
    <section className={content.rest} aria-label={`${what} in ${path}`}>
      <p>
        <strong>{what}</strong>{' '}
        <span className={content.muted}>
          · {bytes(length)} from byte {offset.toLocaleString('en')}
        </span>
      </p>
      {shown === null ? (
        <HexView base64={base64} at={offset} part={restPart(offset)} label={`${what}, in hex`} />
      ) : (
        <pre
          className={content.restText}
          data-part={restPart(offset)}
          data-at={`0-${shown.length}`}
        >
          {shown}
        </pre>
      )}
    </section>
  );
}
