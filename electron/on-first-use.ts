/** Makes it when it is first asked for, and once. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

type Asynchronous<S> = { readonly [Name in keyof S]: (...given: never[]) => Promise<unknown> };

/**
 * A store that is opened when it is first asked: a command that does not ask loads no code for it.
 * `methods` names everything that it can.
 */
export function onFirstUse<S extends Asynchronous<S>>(
  methods: Readonly<Record<keyof S, true>>,
  open: () => Promise<S>,
): S {
  let opened: Promise<S> | null = null;
  const through =
    (name: keyof S) =>
    async (...given: never[]): Promise<unknown> =>
      (await (opened ??= open()))[name](...given);
  const names = Object.keys(methods) as (keyof S)[];
  return Object.fromEntries(names.map((name) => [name, through(name)])) as unknown as S;
}
