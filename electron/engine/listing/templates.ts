import { isRecord, own } from '../../core/json.ts';
import { rootOf } from '../../core/skill-place.ts';
import { expand, skillTemplates } from '../../core/templates.ts';
import { visible } from '../../core/text.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { TemplateView } from '../../../shared/model/template.ts';
import { fault, faultOf } from '../errors.ts';
import type { SkillContext } from '../contexts.ts';
import type { CatalogueServer } from '../catalogue/server.ts';

const shown = 100;

/** Templates of the last listing whose expansion can be a skill. */
export function templatesOf(server: CatalogueServer): TemplateView[] {
  // A template of one known skill's files leads to no other skill.
  const roots = [...server.skills.values()].map(({ entry }) => `${rootOf(entry)}/`);
  return skillTemplates(server.templates).filter(
    ({ template }) =>
      template.endsWith('/SKILL.md') || !roots.some((root) => template.startsWith(root)),
  );
}

export interface CompletionInput {
  readonly template: string;
  readonly variable: string;
  readonly value: string;
  /** Variables that are filled in already. */
  readonly others: Readonly<Record<string, string>>;
}

/**
 * What the server suggests for one variable (`completion/complete`); nothing when it completes
 * nothing.
 */
export async function completeTemplate(
  { links }: SkillContext,
  server: CatalogueServer,
  input: CompletionInput,
): Promise<Result<{ values: string[]; more: boolean }, RequestError>> {
  if (!server.templates.some(({ template }) => template === input.template))
    return err(fault('not-found', 'The server no longer offers this template.'));
  if (!isRecord(server.capabilities['completions'])) return ok({ values: [], more: false });
  const context =
    Object.keys(input.others).length === 0 ? {} : { context: { arguments: input.others } };
  const answer = await links.call(server, {
    method: 'completion/complete',
    params: {
      ref: { type: 'ref/resource', uri: input.template },
      argument: { name: input.variable, value: input.value },
      ...context,
    },
  });
  if (!answer.ok)
    return answer.error.reason === 'error-response'
      ? ok({ values: [], more: false })
      : err(faultOf(answer.error));
  const completion = isRecord(answer.value) ? own(answer.value, 'completion') : undefined;
  const values = isRecord(completion) ? own(completion, 'values') : undefined;
  // A value is filled in exactly as shown, so one with invisible characters is left out.
  const texts = Array.isArray(values)
    ? (values as unknown[]).filter(
        (value): value is string =>
          typeof value === 'string' && value !== '' && visible(value, 2_048) === value,
      )
    : [];
  return ok({
    values: texts.slice(0, shown),
    more: texts.length > shown || (isRecord(completion) && own(completion, 'hasMore') === true),
  });
}

/** The URI that the values give; nothing is asked of the server. */
export function expandTemplate(
  server: CatalogueServer,
  template: string,
  values: Readonly<Record<string, string>>,
): Result<{ uri: string }, RequestError> {
  if (!server.templates.some((known) => known.template === template))
    return err(fault('not-found', 'The server doesn’t offer this template.'));
  const uri = expand(template, values);
  return uri.ok ? ok({ uri: uri.value }) : err(fault('bad-input', uri.error));
}
