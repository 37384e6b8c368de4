import type { ImportPreview } from '../../../shared/model/import.ts';
import { flagWords } from '../../../shared/start-advice.ts';
import { CommandError } from '../call/command.ts';

type Candidate = ImportPreview['candidates'][number];
type Environment = Readonly<Record<string, string | undefined>>;

/** The values given to each server, by its label and the names it needs. */
export type GivenTo = ReadonlyMap<string, ReadonlyMap<string, string>>;

interface Asked {
  readonly label: string;
  readonly name: string;
}

/**
 * Reads each `--give`: `NAME=VALUE`, or `NAME` from this shell's environment, either with `LABEL:`
 * before it. The attacker's server asks for the name of another server's secret, so a name that
 * several picked servers need must say for which. Throws a CommandError.
 */
export function givenTo(
  pairs: readonly string[],
  all: readonly Candidate[],
  isPicked: (one: Candidate) => boolean,
  env: Environment,
): GivenTo {
  const given = new Map<string, Map<string, string>>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const key = at === -1 ? pair : pair.slice(0, at);
    const askedOf = (candidates: readonly Candidate[]): Asked[] =>
      candidates.flatMap(({ label, asks }) =>
        (asks ?? [])
          .filter(({ name }) => name === key || `${label}:${name}` === key)
          .map(({ name }) => ({ label, name })),
      );
    const asking = askedOf(all.filter(isPicked));
    const [asked, ...others] = asking;
    const name = (asked ?? askedOf(all)[0])?.name ?? key;
    const value = at === -1 ? (env[name] ?? '') : pair.slice(at + 1);
    if (key === '' || value === '')
      throw new CommandError(
        at === -1 && key !== ''
          ? `--give ${key}: this shell has no such variable; use --give ${key}=VALUE`
          : '--give takes NAME=VALUE, or the NAME of a variable in this shell',
      );
    if (others.length > 0) throw new CommandError(whichOf(key, asking));
    if (asked === undefined) {
      if (askedOf(all).length > 0) continue;
      throw new CommandError(`no server needs ${JSON.stringify(key)}`);
    }
    const own = given.get(asked.label) ?? new Map<string, string>();
    given.set(asked.label, own.set(asked.name, value));
  }
  return given;
}

const told = 10;

function whichOf(key: string, asking: readonly Asked[]): string {
  const forms = asking.slice(0, told).map(({ label, name }) => giveWords(label, name));
  const more = asking.length - forms.length;
  return (
    `${JSON.stringify(key)} is needed by several servers; ` +
    `say which one gets it: ${forms.join(', ')}${more === 0 ? '' : ` and ${more} more`}`
  );
}

/** The flag that gives a value to one server, ready to copy. */
export const giveWords = (label: string, name: string): string =>
  /^\w+$/.test(name)
    ? flagWords('--give', `${label}:${name}`, 'LABEL:NAME')
    : flagWords('--give', `${label}:${name}=VALUE`, 'LABEL:NAME=VALUE');
