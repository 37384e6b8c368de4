import { openSkill } from '../../engine/listing/open-skill.ts';
import { completeTemplate, expandTemplate, templatesOf } from '../../engine/listing/templates.ts';
import type { AppContext } from '../../engine/contexts.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import { CommandError, type CommandOutput } from '../call/command.ts';
import { bringUpAll, timeoutOf } from './connect-servers.ts';
import { namedServer, notAsked, serverError } from './targets.ts';

interface Given {
  readonly server: string;
  readonly uri: string | undefined;
  readonly expand: readonly string[];
  readonly timeout: string | undefined;
}

/**
 * `templates`: the templates that can produce skills, with the values the server suggests; with
 * `--expand`, the skill that the values produce.
 */
export async function templates(ctx: AppContext, given: Given): Promise<CommandOutput> {
  const server = namedServer(ctx, given.server);
  await bringUpAll(ctx, [server], { timeoutMs: timeoutOf(given.timeout) });
  const error = server.connection.status === 'ready' ? null : serverError(server);
  if (error !== null) throw notAsked(server, error);
  return given.expand.length === 0 ? listed(ctx, server) : expanded(ctx, server, given);
}

async function listed(ctx: AppContext, server: CatalogueServer): Promise<CommandOutput> {
  const found = [];
  for (const view of templatesOf(server)) {
    const variables = [];
    for (const variable of view.variables) {
      const values = await completeTemplate(ctx, server, {
        template: view.template,
        variable,
        value: '',
        others: {},
      });
      variables.push({ name: variable, values: values.ok ? values.value.values : [] });
    }
    found.push({
      template: view.template,
      name: view.name,
      description: view.description,
      variables,
    });
  }
  const human = found.flatMap(({ template, description, variables }) => [
    `${template}${description === '' ? '' : `  ${description}`}`,
    ...variables.map(
      ({ name, values }) => `  ${name}  ${values.length === 0 ? '(any value)' : values.join(', ')}`,
    ),
  ]);
  return {
    json: { server: server.label, templates: found },
    human: human.length > 0 ? human : ['The server has no skill templates.'],
    exit: 0,
  };
}

async function expanded(
  ctx: AppContext,
  server: CatalogueServer,
  given: Given,
): Promise<CommandOutput> {
  const values = Object.fromEntries(
    given.expand.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new CommandError('--expand takes NAME=VALUE');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  const names = Object.keys(values).sort().join();
  const fitting = templatesOf(server).filter(
    ({ template, variables }) =>
      (given.uri === undefined || template === given.uri) && [...variables].sort().join() === names,
  );
  const [view, other] = fitting;
  if (view === undefined)
    throw new CommandError(
      'No template has exactly these variables. ' +
        'To see them all, run `skillgate templates --server L`.',
      'not-found',
    );
  if (other !== undefined)
    throw new CommandError('Several templates have these variables. Name one with --uri.');
  const uri = expandTemplate(server, view.template, values);
  if (!uri.ok) throw new CommandError(uri.error.message);
  const found = await openSkill(ctx, server, uri.value.uri);
  if (!found.ok)
    throw new CommandError(
      `${server.label}: ${uri.value.uri}: ${found.error.message}`,
      found.error.code,
    );
  const { entry } = found.value;
  return {
    json: {
      server: server.label,
      template: view.template,
      uri: entry.uri,
      name: entry.name,
      description: entry.description,
    },
    human: [`${entry.uri}  ${entry.name}  ${entry.description}`],
    exit: 0,
  };
}
