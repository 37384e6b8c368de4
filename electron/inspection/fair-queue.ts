interface Queue<T> {
  readonly jobs: T[];
  /** Time that its jobs took (ms), and as much as the others had when it came back to wait. */
  used: number;
}

/**
 * Jobs of several servers: next is one of the server whose jobs have taken the least time. The
 * attacker is a server whose files take long: they wait behind those of the others.
 */
export class FairQueue<T> {
  readonly #queues = new Map<string, Queue<T>>();
  /** What the server had used that was taken last: nobody saves up turns while away. */
  #least = 0;

  add(server: string, job: T): void {
    const queue = this.#queues.get(server) ?? { jobs: [], used: 0 };
    if (queue.jobs.length === 0) queue.used = Math.max(queue.used, this.#least);
    queue.jobs.push(job);
    this.#queues.set(server, queue);
  }

  /** The next job, taken out. */
  take(): T | undefined {
    let next: Queue<T> | null = null;
    for (const queue of this.#queues.values())
      if (queue.jobs.length > 0 && (next === null || queue.used < next.used)) next = queue;
    if (next === null) return undefined;
    this.#least = next.used;
    return next.jobs.shift();
  }

  /** A job of this server took so long. */
  took(server: string, ms: number): void {
    const queue = this.#queues.get(server);
    if (queue !== undefined) queue.used += ms;
  }

  /** All that wait, taken out. */
  takeAll(): T[] {
    return [...this.#queues.values()].flatMap(({ jobs }) => jobs.splice(0));
  }
}
