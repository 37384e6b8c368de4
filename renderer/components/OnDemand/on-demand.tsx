import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '../Button/Button.tsx';
import { Spinner } from '../Progress/Progress.tsx';
import layout from '../Page/Page.module.css';

/** A component that loads its code when it's first shown, unless `load` did before. */
export type OnDemand<Props> = ComponentType<Props> & { readonly load: () => Promise<void> };

/** For so many milliseconds an empty page is calmer than a spinner. */
const patience = 400;

/**
 * Not `React.lazy`, which shows its placeholder also for code that's there already, and then for 300 ms
 * at least.
 */
export function onDemand<Props extends object>(
  get: () => Promise<ComponentType<Props>>,
): OnDemand<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const load = async (): Promise<void> => {
    Loaded ??= await get();
  };
  const Shown = (props: Props) =>
    Loaded === null ? <Wait load={load} Then={Shown} props={props} /> : <Loaded {...props} />;
  return Object.assign(Shown, { load });
}

function Wait<Props extends object>({
  load,
  Then,
  props,
}: {
  load: () => Promise<void>;
  Then: ComponentType<Props>;
  props: Props;
}) {
  const [state, setState] = useState<'starting' | 'slow' | 'failed' | 'loaded'>('starting');
  useEffect(() => {
    let over = false;
    const slow = setTimeout(() => setState('slow'), patience);
    const settle = (next: 'failed' | 'loaded') => () => {
      clearTimeout(slow);
      if (!over) setState(next);
    };
    load().then(settle('loaded'), settle('failed'));
    return () => {
      over = true;
      clearTimeout(slow);
    };
  }, [load]);
  if (state === 'loaded') return <Then {...props} />;
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
