import { useEffect, useState } from 'react';

/** How long a control shows that it copied, in ms. */
const shownMs = 1_500;

/** Copies text. Returns whether that just happened, and the function that copies. */
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
