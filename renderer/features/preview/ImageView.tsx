import { useEffect, useState } from 'react';
import styles from './ImageView.module.css';

/** A picture from bytes that were checked, as a blob: address that ends with the view. */
export function ImageView({
  mediaType,
  base64,
  path,
}: {
  mediaType: string;
  base64: string;
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
    <figure className={styles.figure}>
      <div className={styles.frame}>
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
