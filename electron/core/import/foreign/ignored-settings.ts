import { isRawEntry } from '../server-entry.ts';

const tools = 'which tools a host may call is for that host to say';
const waits = 'how long a start may take is set under Edit';
const signs = 'Skillgate signs in where the server asks for it';
const from = 'it says where the other program had the entry from';

/** Why a key of an entry is not taken over, by what programs document. */
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
  startup_timeout_sec: waits,
  startup_timeout_ms: waits,
  tool_timeout_sec: 'it is about calls of tools alone',
  required: 'Skillgate goes on without a server that fails',
  alwaysLoad: 'it is about the tools of a host',
  sandbox: 'Skillgate starts the command without a sandbox',
  sandboxEnabled: 'Skillgate starts the command without a sandbox',
  envFile: 'Skillgate reads no file of variables; set them under Edit',
  dev: 'Skillgate neither watches files nor debugs',
  headersHelper: 'Skillgate runs no command for headers; set them under Edit',
  bearer_token: 'Codex itself does not take it; set the header under Edit',
  oauth: signs,
  auth: signs,
  oauth_resource: signs,
  authProviderType: signs,
  targetAudience: signs,
  targetServiceAccount: signs,
  remote: 'Skillgate starts it on this machine',
  settings: 'they are for an extension of Zed',
  gallery: from,
  version: from,
  registryBaseUrl: from,
  extension: from,
  extensionName: from,
  bundled: from,
  icon: 'a server has no picture here',
  description: 'Skillgate shows what the server says of itself',
  display_name: 'the label is its name here',
};

/** Keys of `oauth` in every spelling; the rest is asked of the server. */
export const oauthWhy = signs;

/** Empty, off and nothing said: there is nothing to take over. */
export function isSaid(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isRawEntry(value) || Object.keys(value).length > 0;
}

/** One line for a key that is not taken over; the value may be a secret and is not in it. */
export const untaken = (key: string, reason = why[key]): string =>
  `${key} (${reason ?? 'Skillgate does not know it'})`;
