import { addressOf } from '../../../shared/host/address.ts';
import type { FormerRecord } from '../../../shared/host/format.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { ServerConfig } from '../server-config.ts';
import { masked } from '../import/mask.ts';
import { segmentsOf } from '../start/address.ts';
import { isTokenInPath } from '../start/path-token.ts';

/**
 * Describes a server for records that outlive its configuration. A list of secrets is never
 * complete, so this lists what is known not to be secret: a command's program, option names, runner
 * package and script file, and an address without user info, query and segments that look like
 * keys.
 */
export function displayOf(config: ServerConfig): string {
  return config.type === 'stdio' ? ofCommand(config.command, config.args) : ofAddress(config.url);
}

const runner = /(?:^|[\\/])(?:npx|bunx|uvx|pipx|pnpx|dlx)(?:\.(?:cmd|exe))?$/i;
const quietOption = /^-(?:y|q|-yes|-quiet|-silent)$/;
const option = /^--?[A-Za-z][A-Za-z0-9-]{0,40}$/;
const packageName = /^(?:@[a-z0-9][\w.-]*\/)?[a-z][\w.-]*(?:@[\w.^~-]+)?$/;
const script = /\.(?:[cm]?[jt]s|py|rb|sh|jar|dll)$/i;

function ofCommand(command: string, args: readonly string[]): string {
  let awaited = runner.test(command);
  const words = args.map((arg) => {
    if (option.test(arg)) {
      // The word after any other option may be its value.
      if (!quietOption.test(arg)) awaited = false;
      return arg;
    }
    const shown = awaited ? packageName.test(arg) && !looksLikeKey(arg) : script.test(arg);
    awaited = false;
    const name = /^--?[A-Za-z][A-Za-z0-9-]{0,40}=/.exec(arg)?.[0] ?? '';
    return shown && name === '' ? arg : `${name}${masked}`;
  });
  // The command field holds a whole command line: what follows the program is unknown too.
  const program = /^(.*?)(?:\s+-|=|$)/s.exec(command)?.[1] ?? '';
  return [program === command ? command : `${program} ${masked}`, ...words].join(' ');
}

function ofAddress(text: string): string {
  const address = addressOf(text);
  if (address === null) return masked;
  const [scheme = '', , host = ''] = address.url.split('/', 3);
  const [, ...path] = segmentsOf(address.url);
  const shown = path.map((segment) =>
    looksLikeKey(segment.text) || isTokenInPath(segment)
      ? masked
      : address.url.slice(segment.start, segment.end),
  );
  return `${[`${scheme}//${host}`, ...shown].join('/')}${address.query === null ? '' : `?${masked}`}`;
}

/** Long, with letters and digits, and not an ordinary word: like tokens in a path. */
function looksLikeKey(word: string): boolean {
  return word.length >= 16 && /[0-9]/.test(word) && /[A-Za-z]/.test(word);
}

/** The same for a server as stored in `approvals@1`. */
export function formerDisplay(identity: FormerRecord['server']['identity']): string {
  return identity.kind === 'stdio'
    ? ofCommand(identity.command, identity.args)
    : ofAddress(identity.url);
}

/**
 * The server that a record names. An address is derived from the identity itself: a stranger's
 * record could display a different one.
 */
export const identityWords = ({ display, identity }: ApprovalRecord['server']): string =>
  identity.kind === 'stdio'
    ? display
    : `${ofAddress(identity.url)}${identity.query === undefined ? '' : `?${masked}`}`;
