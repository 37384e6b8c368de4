import { useEffect, useState } from 'react';
import type { FilePreview } from '../../../../shared/model/file-view.ts';
import { notDrawnPart } from '../../../store/shown/file-shown.ts';
import styles from './ImageView.module.css';

type Image = Extract<FilePreview, { kind: 'image' }>;

/** The picture's size in pixels, or null if it couldn't be drawn. */
export type DrawnSize = { readonly width: number; readonly height: number } | null;

/** A picture from checked bytes, as a blob: address that ends with the view. */
export function Picture({ preview, path }: { preview: Image; path: string }) {
  const { mediaType, base64 } = preview;
  // Reset for new content: the previous result says nothing about it.
  const [source, setSource] = useState<{ of: Image; address: string } | null>(null);
  const [outcome, setOutcome] = useState<{ of: Image; drawn: DrawnSize } | null>(null);
  useEffect(() => {
    const data = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([data], { type: mediaType }));
    setSource({ of: preview, address });
    return () => URL.revokeObjectURL(address);
  }, [preview, mediaType, base64]);
  return (
    <PictureFrame
      mediaType={mediaType}
      path={path}
      address={source?.of === preview ? source.address : null}
      drawn={outcome?.of === preview ? outcome.drawn : undefined}
      onDrawn={(drawn) => setOutcome({ of: preview, drawn })}
    />
  );
}

/**
 * The frame of a picture. It counts as shown only once drawn, and says if it couldn't be. @param
 * drawn undefined: not known yet.
 */
export function PictureFrame({
  mediaType,
  path,
  address,
  drawn,
  onDrawn,
}: {
  mediaType: Image['mediaType'];
  path: string;
  address: string | null;
  drawn: DrawnSize | undefined;
  onDrawn: (drawn: DrawnSize) => void;
}) {
  const type = mediaType.slice(6).toUpperCase();
  if (drawn === null)
    return (
      <div className={styles.figure} data-part={notDrawnPart}>
        <p className={styles.caption} data-at="0-1">
          {type} · can’t be shown as an image. Its bytes are below.
        </p>
      </div>
    );
  return (
    <figure className={styles.figure} data-part="image">
      <div className={styles.frame} {...(drawn === undefined ? {} : { 'data-at': '0-1' })}>
        {address !== null && (
          <img
            key={address}
            className={styles.image}
            src={address}
            alt={path}
            onLoad={({ currentTarget }) => onDrawn(drawnOf(currentTarget))}
            onError={() => onDrawn(null)}
          />
        )}
      </div>
      <figcaption className={styles.caption}>
        {type}
        {drawn === undefined ? '' : ` · ${drawn.width} × ${drawn.height}`}
      </figcaption>
    </figure>
  );
}

/** A decoder may report loading a picture without a size. */
export const drawnOf = ({
  naturalWidth: width,
  naturalHeight: height,
}: Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight'>): DrawnSize =>
  width > 0 && height > 0 ? { width, height } : null;
