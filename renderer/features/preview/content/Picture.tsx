import { useEffect, useState } from 'react';
import type { FilePreview } from '../../../../shared/model/file-view.ts';
import { notDrawnPart } from '../../../store/shown/file-shown.ts';
import styles from './ImageView.module.css';

type Image = Extract<FilePreview, { kind: 'image' }>;

const lent = new Map<Image, { readonly address: string; views: number }>();

/** One address for all views of a picture: a text can name the same one a thousand times. */
function borrowAddress(preview: Image): { readonly address: string; readonly release: () => void } {
  let entry = lent.get(preview);
  if (entry === undefined) {
    const data = Uint8Array.from(atob(preview.base64), (char) => char.charCodeAt(0));
    const blob = new Blob([data], { type: preview.mediaType });
    entry = { address: URL.createObjectURL(blob), views: 0 };
    lent.set(preview, entry);
  }
  const borrowed = entry;
  borrowed.views += 1;
  return {
    address: borrowed.address,
    release: () => {
      borrowed.views -= 1;
      if (borrowed.views > 0) return;
      lent.delete(preview);
      URL.revokeObjectURL(borrowed.address);
    },
  };
}

/** The picture's size in pixels, or null if it couldn't be drawn. */
export type DrawnSize = { readonly width: number; readonly height: number } | null;

/**
 * A picture from checked bytes, as a blob: address that ends with the view. `inline`: in another
 * file's text, where it counts as no part of that file.
 */
export function Picture({
  preview,
  path,
  inline = false,
}: {
  preview: Image;
  path: string;
  inline?: boolean;
}) {
  const { mediaType } = preview;
  // Reset for new content: the previous result says nothing about it.
  const [source, setSource] = useState<{ of: Image; address: string } | null>(null);
  const [outcome, setOutcome] = useState<{ of: Image; drawn: DrawnSize } | null>(null);
  useEffect(() => {
    const { address, release } = borrowAddress(preview);
    setSource({ of: preview, address });
    return release;
  }, [preview]);
  if (inline)
    return (
      source?.of === preview && (
        <img
          className={styles.image}
          src={source.address}
          alt=""
          onError={() => setOutcome({ of: preview, drawn: null })}
          hidden={outcome?.of === preview}
        />
      )
    );
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
