/** What a wait ended with: the answer, or nothing yet. */
export type WaitOutcome<T> = { readonly answer: T } | null;

/**
 * Waits for an answer that a person may have to give, at most `ms`. The waiting itself keeps the
 * program alive; what it waits for need not.
 */
export async function atMost<T>(ms: number, work: Promise<T>): Promise<WaitOutcome<T>> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([work.then((answer) => ({ answer })), over]);
  } finally {
    clearTimeout(timer);
  }
}
