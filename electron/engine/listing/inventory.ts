import { isRecord, own } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import type {
  ResourceInventory,
  ListedResource,
  ListedTemplate,
} from '../../core/dialects/dialect.ts';
import { request } from '../../core/dialects/plan.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { PlanOptions } from '../link/index.ts';
import type { SkillContext } from '../contexts.ts';

const methodNotFound = -32601;

/** What of `resources/list` is looked at: `pages` at most, and whether it came to its end. */
export interface WalkedResources {
  readonly inventory: ResourceInventory;
  /** Why it is not whole, or null. */
  readonly incomplete: string | null;
  readonly answered: boolean;
}

/**
 * Walks `resources/list` and `resources/templates/list`, the shared ground of every resource
 * dialect. Reads nothing.
 */
export async function walkInventory(
  parts: SkillContext,
  server: CatalogueServer,
  options: PlanOptions,
  pages: number = limits.listPages,
): Promise<WalkedResources> {
  const resources = new Map<string, ListedResource>();
  const words = new WordsBeside();
  const templates: ListedTemplate[] = [];
  const first = await walk(parts, server, 'resources/list', 'resources', options, pages, (item) => {
    const uri = own(item, 'uri');
    if (typeof uri !== 'string' || uri === '' || resources.size >= limits.listEntries) return;
    resources.set(uri, {
      uri,
      name: text(item, 'name'),
      description: text(item, 'description'),
      mimeType: text(item, 'mimeType'),
      ...words.beside(item),
    });
  });
  await walk(
    parts,
    server,
    'resources/templates/list',
    'resourceTemplates',
    // Many a server with resources does not have this one.
    { ...options, probe: true },
    Math.min(pages, 20),
    (item) => {
      const template = own(item, 'uriTemplate');
      if (
        typeof template !== 'string' ||
        template === '' ||
        template.length > 2_048 ||
        templates.length >= 1_000
      )
        return;
      templates.push({
        template,
        name: text(item, 'name'),
        description: text(item, 'description'),
      });
    },
  );
  return { inventory: { resources, templates }, ...first };
}

async function walk(
  parts: SkillContext,
  server: CatalogueServer,
  method: string,
  field: string,
  options: PlanOptions,
  pages: number,
  take: (item: Record<string, unknown>) => void,
): Promise<{ incomplete: string | null; answered: boolean }> {
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await parts.links.run(server, request(method, params), options);
    if (!answer.ok) {
      const { error } = answer;
      const isMissing = error.reason === 'error-response' && error.code === methodNotFound;
      return { incomplete: isMissing ? null : error.words, answered: page > 0 };
    }
    const items = isRecord(answer.value) ? own(answer.value, field) : undefined;
    if (!isRecord(answer.value) || !Array.isArray(items))
      return {
        incomplete: `The response to ${method} has no array of ${field}.`,
        answered: page > 0,
      };
    for (const item of items as unknown[]) if (isRecord(item)) take(item);
    const next = own(answer.value, 'nextCursor');
    if (typeof next !== 'string' || next === '') return { incomplete: null, answered: true };
    if (cursors.has(next))
      return { incomplete: `The server sent the same cursor for ${method} twice.`, answered: true };
    cursors.add(next);
    cursor = next;
  }
  return { incomplete: `${method} has more than ${pages} pages.`, answered: true };
}

const fieldsBeside = ['title', 'annotations', '_meta'];
/** Characters of JSON, of one field and of all that one server's list has. */
const longestBeside = 4_096;
const mostBeside = 4 * 1_048_576;

/** What servers say beside a resource. They decide how much that is, so it has a budget. */
class WordsBeside {
  #left = mostBeside;

  beside(item: Record<string, unknown>): Pick<ListedResource, 'beside'> {
    const found = fieldsBeside.flatMap((field): [string, unknown][] => {
      const value = own(item, field);
      if (value === undefined) return [];
      const length = JSON.stringify(value)?.length ?? 0;
      this.#left -= length;
      return [[field, length > longestBeside || this.#left < 0 ? 'too long to keep' : value]];
    });
    return found.length === 0 ? {} : { beside: Object.fromEntries(found) };
  }
}

function text(item: Record<string, unknown>, key: string): string {
  const value = own(item, key);
  return typeof value === 'string' ? value.slice(0, 4_096) : '';
}
