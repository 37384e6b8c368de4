export interface Framed {
  readonly by: string;
  readonly words: string;
}

/** The frames that label their text's source, with their text; tags removed. */
export function framed(html: string): Framed[] {
  return [...html.matchAll(/<figure [^>]*aria-label="([^"]*)"[^>]*>(.*?)<\/figure>/gs)].map(
    ([, by = '', inner = '']) => {
      const [caption = '', words = ''] = inner.split('</figcaption>');
      if (textOf(caption) !== by) throw new Error(`the frame shows another name than ${by}`);
      return { by, words: textOf(words) };
    },
  );
}

const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '');
