import { type ComponentType, useEffect, useReducer, useState } from 'react';
import { Button } from '../Button/Button.tsx';
import { Spinner } from '../Progress/Progress.tsx';
import layout from '../Page/Page.module.css';

/** A component that loads its code when it's first shown, unless `load` did before. */
export type OnDemand<Props> = ComponentType<Props> & { readonly load: () => Promise<void> };

/** For so many milliseconds an empty page is calmer than a spinner. */
const patience = 400;

/**
 * Not `React.lazy`, which shows its placeholder also for code that's there already, and then for
 * 300 ms at least.
 */
export function onDemand<Props extends object>(
  get: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const load = async (): Promise<void> => {
    Loaded ??= await get();
  };
  function Shown(props: Props) {
    const [, again] = useReducer((times: number) => times + 1, 0);
    return Loaded === null ? <Wait load={load} onLoaded={again} /> : <Loaded {...props} />;
  }
  return Object.assign(Shown, { load });
}

function Wait({ load, onLoaded }: { load: () => Promise<void>; onLoaded: () => void }) {
  const [state, setState] = useState<'starting' | 'slow' | 'failed'>('starting');
  useEffect(() => {
    let over = false;
    const slow = setTimeout(() => setState('slow'), patience);
    const settled = (then: () => void) => () => {
      clearTimeout(slow);
      if (!over) then();
    };
    load().then(
      settled(onLoaded),
      settled(() => setState('failed')),
    );
    return () => {
      over = true;
      clearTimeout(slow);
    };
  }, [load, onLoaded]);
  if (state === 'failed')
    return (
      <div className={layout.page} role="alert">
        <p>This part of Skillgate couldn’t be loaded. Is Skillgate still running?</p>
        <div className={layout.row}>
          <Button onClick={() => location.reload()}>Reload</Button>
        </div>
      </div>
    );
  return state === 'slow' ? (
    <div className={layout.page}>
      <Spinner label="Loading" />
    </div>
  ) : null;
}
