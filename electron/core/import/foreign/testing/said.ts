import { readFileSync } from 'node:fs';
import { readFrom } from '../../paste.ts';
import { hostIds } from '../../../../../shared/model/plain.ts';
import { nowhere, type ConfigOrigin } from '../missing-values.ts';

const folder = new URL('fixtures/', import.meta.url);
export const fixture = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

/** The origin that a fixture's name implies. */
export function originOf(name: string, more: Partial<ConfigOrigin> = {}): ConfigOrigin {
  const program = hostIds.findLast((id) => name.startsWith(id)) ?? null;
  const isProjects = /-(?:project|workspace)\./.test(name);
  const project = isProjects ? '/w/shop' : null;
  return { ...nowhere, program, home: '/home/ada', folder: project, ...more };
}

/** A fixture's result as lines for a test: each server, what was skipped, each problem. */
export function said(name: string, text = fixture(name), origin = originOf(name)): string[] {
  const { servers, problems } = readFrom(text, origin);
  return [
    ...servers.flatMap(({ label, config, enabled, asks, left, project }) => {
      const { type, ...rest } = config;
      const [off, of] = [enabled ? '' : ' off', project === null ? '' : ` of ${project}`];
      return [
        `${label}: ${type}${off}${of} ${JSON.stringify(rest)}`,
        ...asks.map(
          (ask) =>
            `  asks ${ask.kind} ${ask.name}${ask.about === null ? '' : ` “${ask.about}”`} for ${ask.fields.join(', ')}${ask.options === undefined ? '' : `, one of ${ask.options.join(' ')}`}${ask.isOptional ? `, or ${ask.otherwise ?? 'not'}` : ''}`,
        ),
        ...left.map((line) => `  left ${line}`),
      ];
    }),
    ...problems.map(({ where, message }) => `${where}! ${message}`),
  ];
}
