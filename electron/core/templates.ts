import { parseTemplate } from 'url-template';
import type { TemplateView } from '../../shared/model/template.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { ListedTemplate } from './dialects/dialect.ts';
import { visible } from './text.ts';
import { longestUri } from './uri.ts';

const expression = /\{([+#./;?&]?)([^{}]+)\}/g;
const variable = /^([A-Za-z0-9_][A-Za-z0-9_.]*)(?:\*|:\d{1,4})?$/;
const mostVariables = 16;

/**
 * The variables of an RFC 6570 template in order, each once; null if it's invalid or longer than
 * any URI may be, because the server writes it.
 */
export function variablesOf(template: string): string[] | null {
  if (template.length > longestUri) return null;
  const names = new Set<string>();
  for (const match of template.matchAll(expression)) {
    for (const part of (match[2] ?? '').split(',')) {
      const name = variable.exec(part.trim())?.[1];
      if (name === undefined) return null;
      names.add(name);
    }
  }
  return names.size > mostVariables || /[{}]/.test(template.replace(expression, ''))
    ? null
    : [...names];
}

/**
 * Templates whose expansion can be a skill's `SKILL.md`: those that end with it, or with a variable
 * that can stand for it.
 */
export function skillTemplates(templates: readonly ListedTemplate[]): TemplateView[] {
  return templates.flatMap(({ template, name, description }) => {
    const variables = variablesOf(template);
    if (variables === null || variables.length === 0 || /^(?:https?|file|data):/i.test(template))
      return [];
    if (
      !template.endsWith('/SKILL.md') &&
      !(template.startsWith('skill:') && template.endsWith('}'))
    )
      return [];
    return [
      { template, name: visible(name, 120), description: visible(description, 500), variables },
    ];
  });
}

/**
 * The URI that a template gives for the values. Errors: a value is missing, or the result isn't
 * usable.
 */
export function expand(
  template: string,
  values: Readonly<Record<string, string>>,
): Result<string, string> {
  const variables = variablesOf(template);
  if (variables === null) return err('The template isn’t a valid RFC 6570 template.');
  const missing = variables.find((name) => !Object.hasOwn(values, name) || values[name] === '');
  if (missing !== undefined) return err(`A value for ${missing} is missing.`);
  // Slashes separate an exploded path; RFC 6570 would encode them within one text.
  const exploded = new Set(
    [...template.matchAll(expression)].flatMap(([, , parts = '']) =>
      parts
        .split(',')
        .filter((part) => part.trim().endsWith('*'))
        .map((part) => part.trim().slice(0, -1)),
    ),
  );
  const given: Record<string, string | string[]> = Object.create(null) as Record<
    string,
    string | string[]
  >;
  for (const name of variables)
    given[name] = exploded.has(name) ? (values[name] ?? '').split('/') : (values[name] ?? '');
  const plain = template.replace(/\{([A-Za-z0-9_.]+)\*\}/g, '{+$1}');
  for (const name of exploded) if (plain.includes(`{+${name}}`)) given[name] = values[name] ?? '';
  const uri = parseTemplate(plain).expand(given);
  return uri === '' || uri.length > longestUri
    ? err('These values don’t make a usable address.')
    : ok(uri);
}
