import { parseUrl } from '../../../shared/url.ts';
import { foldedForm, normalForm } from '../normal-form.ts';

/**
 * The lower-case spellings of an address or skill URI that a deny rule checks. The attacker is the
 * server, or whoever writes a configuration: they vary percent-encoding, case, composed letters,
 * dot segments, user info, query or fragment, and mean the same place.
 */
export function uriForms(text: string): readonly string[] {
  // Called again for each rule.
  if (last.text !== text)
    last = { text, forms: spellingsOf(text, decoded(text), wholeAddress, /[?#].*$/s) };
  return last.forms;
}

let last: { readonly text: string; readonly forms: readonly string[] } = { text: '', forms: [''] };

/** The same for a pattern, in which `?` stands for a character and ends nothing. */
export function patternForms(pattern: string): readonly string[] {
  const plain = decoded(pattern);
  // Decoding must not create wildcards: they would cover what the administrator never wrote.
  const isSame = wildcards(plain) === wildcards(pattern);
  return spellingsOf(pattern, isSame ? plain : pattern, wholePattern, /#.*$/s);
}

function spellingsOf(
  text: string,
  plain: string,
  whole: (form: string) => string,
  end: RegExp,
): readonly string[] {
  const forms = new Set(
    [text, plain, normalForm(plain, 'NFC'), foldedForm(plain)].map((form) => form.toLowerCase()),
  );
  return [
    ...new Set([...forms].flatMap((form) => [form, whole(form), ...structural(whole(form), end)])),
  ];
}

const wildcards = (text: string): string => text.replace(/[^*?]/g, '');

/**
 * An address as patterns see it: with the slash that every parser adds after a host, so that
 * `https://h.example/**` covers `https://h.example` and `https://h.example?x=1`; scheme and host in
 * lower case, without the default port.
 */
export const wholeAddress = (text: string): string =>
  withPath(text, /^(https?):\/\/([^/?#]*)(.*)$/is);

const dotSegment = /(?:^|[\\/])\.\.?(?:;[^\\/]*)?(?:$|[\\/])/;

/**
 * What a client requests for an address, for allow rules: dot segments are resolved before sending,
 * so `https://h/team/../mcp` isn't inside `https://h/team/`. Null if a server that decodes the path
 * again may find such segments (`..%2f`): nobody can tell where it leads.
 */
export function requestedAddress(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || dotSegment.test(decoded(url.pathname))) return null;
  const path = text.replace(/^[^/]*\/\/[^/?#]*/, '').replace(/[?#].*$/s, '');
  // As written if nothing is resolved: the parser encodes characters that patterns contain
  // unencoded.
  return dotSegment.test(decoded(path))
    ? `${url.origin}${url.pathname}${url.search}`
    : wholeAddress(text);
}

/** The same for a pattern, in which `?` stands for a character and doesn't end a host. */
export function wholePattern(pattern: string): string {
  const authority = /^https?:\/\/([^/]*)/i.exec(pattern)?.[1] ?? '';
  // A run that crosses segments may be the path too.
  return authority.includes('**') ? pattern : withPath(pattern, /^(https?):\/\/([^/#]*)(.*)$/is);
}

function withPath(text: string, parts: RegExp): string {
  const [, scheme = '', host = '', rest = ''] = parts.exec(text) ?? [];
  if (scheme === '') return text;
  const usual = scheme.length === 4 ? /:0*80$/ : /:0*443$/;
  const slash = rest.startsWith('/') ? '' : '/';
  const place = plainHost(host.toLowerCase().replace(usual, ''));
  return `${scheme.toLowerCase()}://${place}${slash}${rest}`;
}

/**
 * A host in one spelling: `[0:0::1]` is `[::1]`, and `bücher` is `xn--bcher-kva`, also next to
 * wildcards.
 */
function plainHost(host: string): string {
  const [, user = '', name = '', port = ''] = /^(.*@)?(\[[^\]]*\]|[^:]*)(:\d*)?$/s.exec(host) ?? [];
  if (name === '') return host;
  // eslint-disable-next-line no-control-regex
  const isPlain = !name.startsWith('[') && /^[\x20-\x7e]*$/.test(name);
  if (isPlain) return host;
  const labels = name.startsWith('[') ? [name] : name.split('.');
  const plain = labels.map((label) =>
    /[*?]/.test(label) ? label : (parseUrl(`http://${label}/`)?.hostname ?? label),
  );
  return `${user}${plain.join('.')}${port}`;
}

/** Without parts that don't change the place; empty if no scheme separates the parts. */
function structural(text: string, end: RegExp): readonly string[] {
  const [, scheme = '', authority = '', path = ''] =
    /^([^:/?#]+:)(\/\/[^/\\?#]*)?(.*)$/s.exec(text) ?? [];
  if (scheme === '') return [];
  const host = authority.replace(/^\/\/.*@/s, '//').replace(/(?<=[^/.])\.(?=$|:\d*$)/, '');
  const bare = path.replace(end, '').replaceAll('\\', '/');
  const steps = withoutDots(bare.split('/')).join('/');
  return [`${scheme}${host}${host.length > 2 && steps === '' ? '/' : ''}${steps}`];
}

/** A path without `.`, `..` and empty segments, except an empty one at either end. */
function withoutDots(segments: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const [at, segment] of segments.entries()) {
    const isEnd = at === segments.length - 1;
    const isDots = segment === '.' || segment === '..';
    if (segment === '..' && kept.join('') !== '') kept.pop();
    if (!isDots && (segment !== '' || at === 0 || isEnd)) kept.push(segment);
    if (isDots && isEnd) kept.push('');
  }
  return kept;
}

/** A local path with slashes and without dot segments. */
export const plainPath = (path: string): string =>
  withoutDots(path.replaceAll('\\', '/').split('/')).join('/');

function decoded(text: string): string {
  let plain = text;
  for (let round = 0; round < 3; round += 1) {
    const next = plain.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
    );
    if (next === plain) break;
    plain = next;
  }
  return plain;
}
