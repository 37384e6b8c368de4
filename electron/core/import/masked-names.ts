import type { ServerConfig } from '../server-config.ts';
import { maskedHead, secretArguments, urlSecrets } from './mask.ts';
import { repeatedSecrets } from './may-be-secret.ts';

interface NamedSecrets {
  readonly name: string;
  readonly secrets: readonly string[];
}

/**
 * Collects the names of the variables and headers whose values were masked, so that a person knows
 * what `••••` stands for. A token of a sign-in has no name.
 */
export class MaskedNames {
  readonly #names = new Set<string>();
  #left: readonly NamedSecrets[];

  constructor(config: ServerConfig) {
    this.#left = namedSecrets(config).filter(({ secrets }) => secrets.length > 0);
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  /** Notes whose value the beginning of a text has, of `most` characters, after it was masked. */
  note(text: string, most: number): void {
    if (this.#left.length === 0) return;
    const isMasked = ({ secrets }: NamedSecrets): boolean =>
      maskedHead(text, secrets, most) !== maskedHead(text, [], most);
    for (const one of this.#left.filter(isMasked)) {
      this.#names.add(one.name);
      this.#left = this.#left.filter((other) => other !== one);
    }
  }
}

function namedSecrets(config: ServerConfig): readonly NamedSecrets[] {
  if (config.type === 'stdio')
    return [
      ...Object.entries(config.env).map(([name, value]) => ({
        name,
        secrets: repeatedSecrets({ ...config, args: [], env: { [name]: value } }),
      })),
      { name: 'an argument', secrets: secretArguments(config) },
    ];
  const { type, url, headers } = config;
  return [
    ...Object.entries(headers).map(([name, value]) => ({
      name,
      secrets: repeatedSecrets({ type, url: 'http://localhost/', headers: { [name]: value } }),
    })),
    { name: 'the address', secrets: urlSecrets(url) },
  ];
}
