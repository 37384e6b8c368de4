import { defaults, recognised } from '../../defaults.ts';
import type { SkillDialect, DialectRecognition, ServerDeclaration } from '../../dialect.ts';
import { readFolder } from '../../forms/folder.ts';
import { getSkill, listSkills } from '../../forms/skills-methods.ts';
import type { Problem } from '../../../../../shared/model/problem.ts';
import { isRecord, own } from '../../../json.ts';
import { describe, problem } from '../../../problem.ts';

/** SEP-2640 Final: `specification/stable/skills.mdx`. */
export const skillsExt: SkillDialect = {
  ...defaults,
  id: 'skills-ext',
  label: 'Skills extension (SEP-2640)',
  recognise: recogniseSkillsExt,
  list: listSkills,
  entry: getSkill,
  folder: readFolder,
};

export const extensionId = 'io.modelcontextprotocol/skills';
const clause = 'Capability Negotiation';
const rightPlace = `capabilities.extensions["${extensionId}"]`;

/**
 * Finds the extension's declaration, even where authors misplace it: the settings then count, and
 * the advice says where they belong.
 */
export function recogniseSkillsExt({
  capabilities,
}: Pick<ServerDeclaration, 'capabilities'>): DialectRecognition {
  const advice: Problem[] = [];
  const adviceIfUndeclared = undeclaredProblems(capabilities);
  const settings = declared(capabilities, advice);
  if (settings === undefined) {
    // `capabilities.skills` declares a different method with the same name.
    const by = own(capabilities, 'skills') === undefined ? 'question' : 'nothing';
    return recognised(by, { advice, adviceIfUndeclared });
  }
  if (!isRecord(settings)) {
    advice.push(
      problem(
        'capability-shape',
        `The extension is declared with ${describe(settings)}, where a settings object ` +
          'belongs. Clients that use the official TypeScript SDK can’t connect at all.',
        {
          ...{ field: rightPlace, expected: 'an object', actual: describe(settings), clause },
          ...{ turn: 'author', next: `Declare ${rightPlace} as {}.` },
        },
      ),
    );
  }
  if (!isRecord(own(capabilities, 'resources')))
    advice.push(
      resourcesProblem(
        capabilities,
        'The server declares the skills extension without the resources capability.',
      ),
    );
  const directoryRead = isRecord(settings) && own(settings, 'directoryRead') === true;
  return recognised('declaration', { directoryRead, advice, adviceIfUndeclared });
}

/** The settings as declared, wherever they are; undefined if there are none. */
function declared(capabilities: Readonly<Record<string, unknown>>, advice: Problem[]): unknown {
  const within = (key: string): unknown => {
    const part = own(capabilities, key);
    return isRecord(part) ? own(part, extensionId) : undefined;
  };
  const right = within('extensions');
  if (right !== undefined && right !== null && right !== false) return right;
  for (const [place, settings] of [
    ['capabilities.experimental', within('experimental')],
    ['capabilities', own(capabilities, extensionId)],
  ] as const) {
    if (settings === undefined || settings === null || settings === false) continue;
    advice.push(
      problem(
        'capability-placement',
        `The server declares the extension under ${place}; ` +
          'the specification requires capabilities.extensions.',
        {
          field: `${place}["${extensionId}"]`,
          expected: rightPlace,
          actual: `${place}["${extensionId}"]`,
          clause,
        },
      ),
    );
    return settings;
  }
  return undefined;
}

const resourcesProblem = (
  capabilities: Readonly<Record<string, unknown>>,
  message: string,
): Problem =>
  problem('resources-capability', message, {
    field: 'capabilities.resources',
    expected: 'an object',
    actual: describe(own(capabilities, 'resources')),
    clause,
  });

/**
 * Reported for a server that answers `skills/list` with entries of the extension without declaring
 * it.
 */
function undeclaredProblems(capabilities: Readonly<Record<string, unknown>>): Problem[] {
  const undeclared = problem(
    'capability-undeclared',
    'The server answers skills/list but doesn’t declare the skills extension, ' +
      'so other clients won’t ask it for skills.',
    { field: rightPlace, expected: 'an object', actual: 'nothing', clause },
  );
  return isRecord(own(capabilities, 'resources'))
    ? [undeclared]
    : [
        undeclared,
        resourcesProblem(
          capabilities,
          'The server lists skills without declaring the resources capability.',
        ),
      ];
}
