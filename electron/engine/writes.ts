/** Which writes to disk have begun and are not there yet. */
export interface PendingWrites {
  /** The same store; those of its methods that are named are waited for at the end. */
  through<S extends object, N extends keyof S>(store: S, ...names: readonly N[]): S;
  /** Resolves when nothing that was begun is under way any more. */
  settled(): Promise<void>;
}

/**
 * A use case need not wait for a write that nobody waits for (text for a later diff, a setting
 * that counts already); whoever ends the process must, or it is lost, or is made in a folder that
 * somebody else takes away.
 */
export function createWrites(): PendingWrites {
  const underWay = new Set<Promise<unknown>>();

  const counted =
    (method: (...given: unknown[]) => Promise<unknown>) =>
    (...given: unknown[]): Promise<unknown> => {
      const write = method(...given);
      underWay.add(write);
      const end = (): void => void underWay.delete(write);
      write.then(end, end);
      return write;
    };

  return {
    through(store, ...names) {
      // What is not named, and what is replaced in the store later, is the store's own.
      const same = Object.create(store) as typeof store;
      for (const name of names) {
        const method = (...given: unknown[]) =>
          (store[name] as (...all: unknown[]) => never)(...given);
        Object.defineProperty(same, name, {
          value: counted(method),
          configurable: true,
          enumerable: true,
          writable: true,
        });
      }
      return same;
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
