import { parseUrl } from '../../../shared/url.ts';

/**
 * Whether a text is an http or https address that everybody reads alike. Programs leave out line
 * breaks, take `\` for `/` and add slashes that are missing: of `https://a.example\@b.example` a
 * person sees another host than the one that is contacted.
 */
export const isAddress = (text: string): boolean =>
  /^https?:\/\/[^/\\?#\s][^\\?#\t\r\n]*(?:[?#][^\t\r\n]*)?$/i.test(text) && parseUrl(text) !== null;
