import { fetchEntry } from '../usecases/listing/inspect.ts';
import { completeTemplate, expandTemplate, templatesOf } from '../usecases/listing/templates.ts';
import type { Context } from '../usecases/context.ts';
import type { Server } from '../usecases/catalogue/world.ts';
import { CommandError, required, type Command, type Options, type Output } from './command.ts';
import { bringUpAll, namedServer, serverError } from './targets.ts';

/**
 * `templates`: the templates that can give skills, with what the server suggests; with `--expand`,
 * the skill that the values give.
 */
export const templatesCommand: Command = async (ctx, options) => {
  const server = namedServer(ctx, required(options.server, 'server'));
  await bringUpAll(ctx, [server]);
  const error = server.connection.status === 'ready' ? null : serverError(server);
  if (error !== null) throw new CommandError(`${server.label}: ${error}`);
  return options.expand.length === 0 ? listed(ctx, server) : expanded(ctx, server, options);
};

async function listed(ctx: Context, server: Server): Promise<Output> {
  const templates = [];
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
    templates.push({
      template: view.template,
      name: view.name,
      description: view.description,
      variables,
    });
  }
  const human = templates.flatMap(({ template, description, variables }) => [
    `${template}${description === '' ? '' : `  ${description}`}`,
    ...variables.map(
      ({ name, values }) => `  ${name}  ${values.length === 0 ? '(any value)' : values.join(', ')}`,
    ),
  ]);
  return {
    json: { server: server.label, templates },
    human: human.length > 0 ? human : ['The server offers no template of a skill.'],
    exit: 0,
  };
}

async function expanded(ctx: Context, server: Server, options: Options): Promise<Output> {
  const values = Object.fromEntries(
    options.expand.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new CommandError('--expand takes NAME=VALUE');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  const names = Object.keys(values).sort().join();
  const fitting = templatesOf(server).filter(
    ({ template, variables }) =>
      (options.uri === undefined || template === options.uri) &&
      [...variables].sort().join() === names,
  );
  const [view, other] = fitting;
  if (view === undefined)
    throw new CommandError(
      'No template of the server has exactly these variables; see `skillgate templates --server L`.',
    );
  if (other !== undefined)
    throw new CommandError('Several templates have these variables; name one with --uri.');
  const uri = expandTemplate(server, view.template, values);
  if (!uri.ok) throw new CommandError(uri.error.message);
  const found = await fetchEntry(ctx, server, uri.value.uri);
  if (!found.ok)
    throw new CommandError(`${server.label}: ${uri.value.uri}: ${found.error.message}`);
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
