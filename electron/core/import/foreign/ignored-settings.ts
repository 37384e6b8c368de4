import { isRawEntry } from '../server-entry.ts';
import type { HostId } from '../../../../shared/model/plain.ts';
import type { ServerConfig } from '../../server-config.ts';
import { fieldsOf } from '../placeholder.ts';

const tools = 'each app decides which tools it may call';
const waits = 'set the start timeout under Edit';
const signs = 'Skillgate signs in when the server asks';
const from = 'it only records where the other program got the entry';

/** Why a key of an entry isn't imported, according to the programs' documentation. */
const why: Readonly<Record<string, string>> = {
  alwaysAllow: tools,
  autoApprove: tools,
  autoAllow: tools,
  trust: tools,
  tools,
  allowedTools: tools,
  disabledTools: tools,
  enabledTools: tools,
  includeTools: tools,
  excludeTools: tools,
  enabled_tools: tools,
  disabled_tools: tools,
  available_tools: tools,
  default_tools_approval_mode: tools,
  timeout: waits,
  connectionTimeout: waits,
  read_timeout_seconds: 'it only affects tool calls',
  requestOptions: 'Skillgate doesn’t read them; set the headers under Edit',
  startup_timeout_sec: waits,
  startup_timeout_ms: waits,
  tool_timeout_sec: 'it only affects tool calls',
  required: 'Skillgate continues without a server that fails',
  alwaysLoad: "it only affects an app's tools",
  sandbox: 'Skillgate starts the command without a sandbox',
  sandboxEnabled: 'Skillgate starts the command without a sandbox',
  envFile: 'Skillgate doesn’t read env files; set the variables under Edit',
  dev: 'Skillgate doesn’t watch files or debug',
  headersHelper: 'Skillgate doesn’t run commands for headers; set them under Edit',
  bearer_token: 'Codex itself doesn’t accept it; set the header under Edit',
  oauth: signs,
  auth: signs,
  oauth_resource: signs,
  authProviderType: signs,
  targetAudience: signs,
  targetServiceAccount: signs,
  remote: 'Skillgate starts it on this machine',
  settings: 'they are for a Zed extension',
  gallery: from,
  version: from,
  registryBaseUrl: from,
  extension: from,
  extensionName: from,
  bundled: from,
  icon: 'servers have no icons here',
  description: 'Skillgate shows the server’s own description',
  display_name: 'Skillgate uses the label as its name',
};

/** Keys of `oauth` in every spelling; the rest comes from the server. */
export const oauthWhy = signs;

/** False for empty, off and absent values: there's nothing to import. */
export function isSaid(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isRawEntry(value) || Object.keys(value).length > 0;
}

/** One line for a key that isn't imported, without its value, which may be a secret. */
export const untaken = (key: string, reason = why[key]): string =>
  `${key} (${reason ?? 'Skillgate doesn’t recognize it'})`;

/**
 * References of other programs, and placeholders for a person: no app fills them in where they are,
 * so the server would receive their text. Each becomes a value to enter.
 */
const spellings: readonly (readonly [RegExp, (name: string) => string])[] = [
  // GitHub Actions: `${{ secrets.TOKEN }}`.
  [/\$\{\{\s*([A-Za-z_][\w.-]{0,99})\s*\}\}/g, (name) => name],
  // Templates: `{{USER_ID}}`.
  [/(?<![{$])\{\{\s*([A-Za-z_][\w.-]{0,99})\s*\}\}(?!\})/g, (name) => name],
  // For a person: `<YOUR_TOKEN>`, `<your token>`.
  [/(?<!\w)<([A-Z][A-Z\d_-]{2,99}|(?:your|my|insert)[\w -]{1,99})>(?!\w)/g, (name) => name.trim()],
  // A shell: `$(op read op://vault/item)`.
  [/(?<=^|^Bearer )\$\(([^(){}]{1,150})\)$/g, (command) => `output of ${command.trim()}`],
];
/** `$TOKEN`, in settings of Gemini CLI whose path doesn't say so. Other apps pass it on. */
const ofGemini = /(?<=^|^Bearer )\$([A-Z_][A-Z\d_]{2,99})$/g;
/** In an address, `%` may begin percent-encoding. */
const ofWindows = /%([A-Za-z_]\w{2,99}(?:\(\w{1,20}\))?)%/g;

const spellingsOf = (isAddress: boolean, program: HostId | null) => [
  ...(program === null ? [[ofGemini, (name: string) => name] as const] : []),
  ...spellings,
  ...(isAddress ? [] : [[ofWindows, (name: string) => name] as const]),
];

/** The text with these spelled as `asksOf` knows them. */
export function withOtherPlaceholders(
  text: string,
  isAddress: boolean,
  program: HostId | null,
): string {
  let made = text;
  for (const [spelling, nameOf] of spellingsOf(isAddress, program))
    made = made.replace(spelling, (_, name: string) => `\${${nameOf(name)}}`);
  return made;
}

/** The first of these in a configuration that is used as it's written, with its field, or null. */
export function otherPlaceholderIn(
  config: ServerConfig,
): { readonly field: string; readonly text: string } | null {
  for (const [field, value] of fieldsOf(config))
    for (const [spelling] of spellingsOf(field === 'url', null)) {
      const [text] = value.match(spelling) ?? [];
      if (text !== undefined) return { field, text: text.replace(/^Bearer /, '') };
    }
  return null;
}
