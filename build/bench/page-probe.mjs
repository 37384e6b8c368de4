/**
 * Runs in the page before its own scripts and keeps times, all in ms of the page's clock.
 * A paint is taken as the first task after the frame that follows a change.
 */
export function installProbe() {
  const probe = {
    snapshotAt: null,
    snapshotChars: 0,
    paintedAt: null,
    lastPaint: 0,
    longTasks: [],
  };
  window.benchProbe = probe;
  const painted = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => then(performance.now());
      port2.postMessage(null);
    });

  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...args) {
      super(...args);
      // Registered first, so it runs before the page's own listener gets the data.
      this.addEventListener('message', ({ data }) => {
        if (probe.snapshotAt !== null || data.length < 1_000_000) return;
        probe.snapshotAt = performance.now();
        probe.snapshotChars = data.length;
      });
    }
  };

  let waiting = false;
  // Text for screen readers only is announced after a pause and paints nothing.
  const isSaid = ({ target }) =>
    (target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement)?.closest(
      '.visually-hidden',
    ) != null;
  const changed = (records) => {
    if (waiting || records.every(isSaid)) return;
    waiting = true;
    painted((at) => {
      waiting = false;
      probe.lastPaint = at;
      if (probe.paintedAt === null && document.querySelectorAll('[role=treeitem]').length > 5)
        probe.paintedAt = at;
    });
  };
  const observe = () =>
    new MutationObserver(changed).observe(document.documentElement, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  if (document.documentElement) observe();
  else document.addEventListener('readystatechange', observe, { once: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      probe.longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
}

/**
 * Time between frames: while the element of `selector` scrolls from start to end in equal steps,
 * while each frame computes for `busyMs` without changes, or while nothing happens. Runs in the
 * page.
 */
export function framesDuring({ selector, scroll, busyMs, frames }) {
  const list = document.querySelector(selector);
  const total = scroll ? list.scrollHeight - list.clientHeight : 0;
  const deltas = [];
  const from = performance.now();
  return new Promise((resolve) => {
    let last = null;
    let frame = 0;
    const next = (now) => {
      if (last !== null) deltas.push(now - last);
      last = now;
      frame += 1;
      if (total > 0) list.scrollTop = (total * frame) / frames;
      for (const until = performance.now() + busyMs; performance.now() < until;);
      if (frame <= frames) requestAnimationFrame(next);
      else
        resolve({
          deltas,
          longTasks: window.benchProbe.longTasks
            .filter(({ startTime }) => startTime >= from)
            .map(({ duration }) => duration),
          reached: list.scrollTop,
          total,
        });
    };
    requestAnimationFrame(next);
  });
}
