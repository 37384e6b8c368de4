import { useEffect, useState } from 'react';
import type { FilePreview } from '../../../../shared/model/file-view.ts';
import { notDrawnPart } from '../../../store/shown/file-shown.ts';
import styles from './ImageView.module.css';

type Image = Extract<FilePreview, { kind: 'image' }>;

/** What became of a picture: its size in pixels, or null when it could not be drawn. */
export type DrawnSize = { readonly width: number; readonly height: number } | null;

/** A picture from bytes that were checked, as a blob: address that ends with the view. */
export function Picture({ preview, path }: { preview: Image; path: string }) {
  const { mediaType, base64 } = preview;
  // Each is of one content: what was drawn of the one before says nothing of this.
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
 * The frame of a picture. It counts as the picture only once that was drawn, and says so where it
 * could not be. @param drawn undefined: it is not known yet.
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

/** A decoder may say that it has loaded a picture of no size. */
export const drawnOf = ({
  naturalWidth: width,
  naturalHeight: height,
}: Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight'>): DrawnSize =>
  width > 0 && height > 0 ? { width, height } : null;
