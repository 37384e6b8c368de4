import { useEffect, useState } from 'react';

/** How long a control says that it copied, in ms. */
const shownMs = 1_500;

/**
 * Puts a text on the clipboard. Gives whether that happened just now, and the function that does
 * it.
 */
export function useCopied(text: string): readonly [copied: boolean, copy: () => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return [
    copied,
    () =>
      void navigator.clipboard.writeText(text).then(
        () => setCopied(true),
        () => setCopied(false),
      ),
  ];
}
