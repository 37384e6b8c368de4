import { gatewayEntry, startsOwn, strangersIn } from '../../core/hosts/gateway-entry.ts';
import type { MissingValue } from '../../core/import/foreign/missing-values.ts';
import { maskedTarget } from '../../core/import/masked-target.ts';
import { secretsWith } from '../../core/import/secret-list.ts';
import type { PastedServer } from '../../core/import/paste.ts';
import { loadingVariables } from '../../core/start/view.ts';
import { namesCredential } from '../../core/start/credential.ts';
import { visible } from '../../core/text.ts';
import type { ImportAsk, ImportPreview } from '../../../shared/model/import.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ServerContext } from '../contexts.ts';
import type { ConfiguredServer, ServerConfig } from '../ports/servers.ts';

type Candidate = ImportPreview['candidates'][number];

/** Lines about one server that are shown: who wrote the file decides how many there are. */
const limits = { left: 20, fields: 20, secrets: 20 } as const;

/** What the other program says of a server beside what it is. */
export const described = ({ enabled, project, asks, left }: PastedServer): Partial<Candidate> => ({
  ...(enabled ? {} : { isOff: true }),
  ...(project === null ? {} : { project: visible(project, 300) }),
  ...(left.length === 0
    ? {}
    : {
        left: bounded(
          left.slice(0, limits.left).map((line) => visible(line, 300)),
          left.length,
          'keys',
        ),
      }),
  ...(asks.length === 0 ? {} : { asks: asks.map(askOf) }),
});

/** Which secrets of a server come with it, by where they stand; nothing where none does. */
export function secretsTaken({ config, asks }: PastedServer): Pick<Candidate, 'secrets'> {
  const fields = secretsWith(config, asks);
  if (fields.length === 0) return {};
  const shown = fields.slice(0, limits.secrets).map((field) => visible(field, 200));
  return { secrets: bounded(shown, fields.length, 'secrets') };
}

/**
 * What would load code into a command must be read before it is added, not only before it starts.
 */
export function loadingOf(config: ServerConfig): Pick<Candidate, 'loading'> {
  const loading = loadingVariables(config);
  return loading.length === 0 ? {} : { loading };
}

const bounded = (told: readonly string[], of: number, what: string): string[] =>
  of === told.length ? [...told] : [...told, `${of - told.length} more ${what}`];

const isKept = (field: string): boolean => /^(?:env|headers|oauth)\./.test(field);

function askOf({ about, fields, options, otherwise, ...ask }: MissingValue): ImportAsk {
  const shown = fields.filter((field) => !isKept(field));
  // Values that are shown and sent unencrypted come first, however many fields there are.
  const told = [...shown, ...fields.filter(isKept)].slice(0, limits.fields);
  return {
    ...ask,
    ...(about === null ? {} : { about: visible(about, 200) }),
    ...(options === undefined ? {} : { options: [...options] }),
    ...(otherwise === undefined ? {} : { otherwise: visible(otherwise, 200) }),
    fields: bounded(
      told.map((field) => visible(field, 200)),
      fields.length,
      'places',
    ),
    isHidden: shown.length === 0,
    ...(shown.length > 0 && namesCredential(ask.name) ? { isExposed: true } : {}),
  };
}

/**
 * An entry that starts Skillgate in front of one of its own servers, which is no server to be
 * added; null of any other. The attacker wrote the file, and can call any program `skillgate`: only
 * the command that Skillgate itself writes is taken for it, and of every other one the error says
 * what it starts.
 */
export function throughSkillgate(
  { label, config }: { readonly label: string; readonly config: ServerConfig },
  { launcher }: ServerContext,
  configured: readonly ConfiguredServer[],
): Result<Candidate, string> | null {
  const gateway = gatewayEntry(config);
  if (gateway === null || config.type !== 'stdio') return null;
  const server = visible(gateway.server, 80);
  const strange = launcher.ok ? strangersIn(config, launcher.value) : [];
  if (!launcher.ok || !startsOwn(gateway, launcher.value) || strange.length > 0) {
    const why =
      strange.length > 0 && launcher.ok && startsOwn(gateway, launcher.value)
        ? `It also has ${strange.map((one) => visible(one, 100)).join(', ')}, ` +
          'which Skillgate doesn’t write'
        : `It starts ${visible(JSON.stringify([config.command, ...gateway.args]), 300)}, ` +
          'which isn’t this Skillgate';
    return err(`It reads like Skillgate in front of ${server}, so it isn’t imported. ${why}.`);
  }
  const behind = configured.find((one) => one.label === gateway.server);
  if (behind?.config.ok !== true)
    return err(`It starts Skillgate in front of ${server}, which isn’t one of its servers.`);
  return ok({
    label: visible(label, 80),
    target: maskedTarget(behind.config.value),
    duplicateOf: behind.label,
    throughSkillgate: true,
  });
}
