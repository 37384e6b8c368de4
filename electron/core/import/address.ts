import { parseUrl } from '../../../shared/url.ts';

/**
 * Whether a text is an http or https address that every program reads alike. Programs drop line
 * breaks, read `\` as `/` and add missing slashes: in `https://a.example\@b.example` a person sees
 * a different host than the one contacted.
 */
export const isAddress = (text: string): boolean =>
  /^https?:\/\/[^/\\?#\s][^\\?#\t\r\n]*(?:[?#][^\t\r\n]*)?$/i.test(text) && parseUrl(text) !== null;
