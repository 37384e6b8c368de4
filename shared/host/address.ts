/**
 * The address of an endpoint, read by its own grammar (docs/approvals-file.md, "Who a server is"):
 * two URL libraries, or two versions of one, never agree about all addresses. Returns null for
 * anything outside the grammar.
 */
export interface EndpointAddress {
  /** Scheme, host, port and path, without user info, query and fragment. */
  readonly url: string;
  /** What follows the first `?`, as written; null without one. */
  readonly query: string | null;
}

const parts = /^(https?):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i;
/** Printable ASCII: hosts in other letters have forms that programs fold into each other. */
const printable = /^[!-~]+$/;

/** Reads an address as written in a configuration. */
export function addressOf(text: string): EndpointAddress | null {
  // Some parsers read a backslash as a slash and others don't, so they disagree about the host.
  if (!printable.test(text) || text.includes('\\')) return null;
  const found = parts.exec(text);
  if (found === null) return null;
  const [, scheme = '', authority = '', path = '', query = null] = found;
  // The last @ ends the user info: `https://known.example@evil.example` leads to evil.example.
  const place = /^(\[[^\]]*\]|[^:]*)(?::([0-9]*))?$/.exec(
    authority.slice(authority.lastIndexOf('@') + 1).toLowerCase(),
  );
  if (place === null) return null;
  const [, host = '', digits = ''] = place;
  const port = digits.replace(/^0+(?=[0-9])/, '');
  if (!isHost(host) || port.length > 5 || Number(port) > 65_535) return null;
  const usual = port === '' || port === (scheme.length === 4 ? '80' : '443');
  return { url: `${scheme.toLowerCase()}://${host}${usual ? '' : `:${port}`}${path}`, query };
}

/** A name of ASCII labels, an IPv4 address in its one spelling, or an IPv6 address in brackets. */
function isHost(host: string): boolean {
  if (host.startsWith('[')) return isIpv6(host.slice(1, -1));
  const labels = host.split('.');
  if (host.length > 253 || !labels.every((label) => /^[0-9a-z_-]{1,63}$/.test(label))) return false;
  // Parsers read a host that ends in a number as IPv4, including octal and shorthand forms.
  return (
    !/^(?:[0-9]+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '') ||
    (labels.length === 4 &&
      labels.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && +part < 256))
  );
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  return (
    groups.every((group) => /^[0-9a-f]{1,4}$/.test(group)) &&
    (halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8)
  );
}
