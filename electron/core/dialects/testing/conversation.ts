import type {
  ListingProgress,
  SkillDialect,
  DialectListing,
  ListedResource,
  PlanContext,
} from '../dialect.ts';
import type { PlannedReply, PlannedRequest } from '../plan.ts';
import { planContext } from './context.ts';

const listed = (...uris: string[]): Map<string, ListedResource> =>
  new Map(
    uris.map((uri) => [
      uri,
      {
        uri,
        name: uri,
        description: `About ${uri}`,
        mimeType: uri.endsWith('_manifest') ? 'application/json' : 'text/markdown',
      },
    ]),
  );
/** Where no other dialect has answered. */
export const context = (more: Partial<PlanContext> = {}): PlanContext =>
  planContext({ alone: true, ...more });
/** A server that lists these. */
export const inventory = (...uris: string[]): PlanContext['inventory'] => ({
  resources: listed(...uris),
  templates: [],
});

export const notFound: PlannedReply = {
  ok: false,
  error: {
    reason: 'error-response',
    code: -32002,
    message: 'Resource not found',
    words: 'The server answered: Resource not found',
  },
};
export const content = (uri: string, text: string): PlannedReply => ({
  ok: true,
  value: { contents: [{ uri, text }] },
});

/** Runs a plan against canned replies by URI, URL or name; gives what was asked, too. */
export function run<T>(
  plan: Generator<readonly PlannedRequest[] | ListingProgress, T, readonly PlannedReply[]>,
  replies: Readonly<Record<string, PlannedReply | string>>,
): { readonly value: T; readonly asked: readonly string[] } {
  const asked: string[] = [];
  const about = ({ params }: PlannedRequest): string =>
    String(params['uri'] ?? params['url'] ?? params['reference'] ?? params['name']);
  let step = plan.next([]);
  while (step.done !== true) {
    if ('page' in step.value) {
      step = plan.next([]);
      continue;
    }
    step = plan.next(
      step.value.map((request) => {
        asked.push(`${request.method} ${about(request)}`);
        const reply = replies[about(request)];
        return reply === undefined
          ? notFound
          : typeof reply === 'string'
            ? content(about(request), reply)
            : reply;
      }),
    );
  }
  return { value: step.value, asked };
}

export function list(
  dialect: SkillDialect,
  replies: Readonly<Record<string, PlannedReply | string>>,
  more: Partial<PlanContext> = {},
): DialectListing {
  return run(dialect.list(context(more)), replies).value;
}
