import { isRecord, own } from '../../core/json.ts';
import { keptItems, notice, withholding, type Sieve } from './contents.ts';
import { meta, uncached, type Era } from './era.ts';
import { list, record, text, type Json } from './message.ts';

/** Results that bear skills or name them: a host must ask again each time. */
const bearing: ReadonlySet<string> = new Set([
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/directory/read',
]);
/** Results that say in the newer era for how long they hold. */
const cached: ReadonlySet<string> = new Set([...bearing, 'tools/list', 'prompts/list']);

/** What a server answered, without what is withheld. */
export function withoutWithheldIn(method: string, params: Json, result: Json, sieve: Sieve): Json {
  switch (method) {
    case 'resources/list':
    case 'resources/directory/read':
      return { ...result, resources: keptItems(list(result, 'resources'), 'uri', sieve) };
    case 'resources/templates/list': {
      const kept = keptItems(list(result, 'resourceTemplates'), 'uriTemplate', sieve);
      return { ...result, resourceTemplates: kept };
    }
    case 'completion/complete':
      return completionWithout(params, result, sieve);
    case 'resources/read':
      return readWithout(params, result, sieve);
    case 'tools/list':
    case 'prompts/list':
      return result;
    default:
      return withholding(result, sieve);
  }
}

/** A client that checks what it reads takes a notice only as contents of a resource. */
function readWithout(params: Json, result: Json, sieve: Sieve): Json {
  const kept = withholding(result, sieve);
  const contents = list(kept, 'contents');
  if (!contents.includes(notice)) return kept;
  const stand = { uri: text(params, 'uri') ?? '', mimeType: 'text/plain', text: notice.text };
  return { ...kept, contents: contents.map((one) => (one === notice ? stand : one)) };
}

/** The template that a completion is asked for, or null where it is for a prompt. */
export function completedTemplate(params: Json): string | null {
  const ref = record(params, 'ref');
  return own(ref, 'type') === 'ref/resource' ? text(ref, 'uri') : null;
}

/** Values that are withheld addresses, or that make one when they are put into the template. */
function completionWithout(params: Json, result: Json, { shelf, removed }: Sieve): Json {
  const template = completedTemplate(params) ?? '';
  const name = text(record(params, 'argument'), 'name') ?? '';
  const isWithheld = (value: unknown): boolean => {
    if (typeof value !== 'string') return true;
    if (/^[a-z][a-z0-9+.-]*:\//i.test(value) && shelf.whereabouts(value).kind === 'withheld')
      return true;
    if (template === '') return false;
    const filled = template.replace(/\{[+/#.;?&]?([^}]*)\}/g, (found, names: string) =>
      names.replace(/[*:].*$/, '') === name ? value : found,
    );
    return shelf.whereabouts(filled).kind === 'withheld';
  };
  const completion = record(result, 'completion');
  const values = list(completion, 'values');
  const kept = values.filter((value) => !isWithheld(value));
  if (kept.length === values.length) return result;
  removed({ uri: template });
  // A total would say how many there are.
  const { total: _, ...rest } = completion;
  return { ...result, completion: { ...rest, values: kept } };
}

/** The result as the host's era writes it, whichever the server speaks. */
export function inEraOf(host: Era, method: string, result: Json): Json {
  if (host === 'legacy') {
    const { resultType: _, ttlMs: __, cacheScope: ___, ...rest } = result;
    return bearing.has(method) ? { ...rest, ...uncached } : rest;
  }
  const known = { resultType: 'complete', ...result };
  if (bearing.has(method)) return { ...known, ...uncached };
  return cached.has(method) ? { ...uncached, ...known } : known;
}

const envelope: ReadonlySet<string> = new Set([
  meta.version,
  meta.clientInfo,
  meta.clientCapabilities,
  meta.logLevel,
]);

/** The host's own `_meta` without what one revision wants of each request. */
export function withoutEnvelope(params: Json): Json {
  const given = own(params, '_meta');
  if (!isRecord(given)) return params;
  const { _meta: _, ...rest } = params;
  const left = Object.entries(given).filter(([key]) => !envelope.has(key));
  return left.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(left) };
}
