import { useCallback, useEffect, useState, type ComponentType } from 'react';
import type { RequestOutput } from '../../../shared/contract.ts';
import type { StartView } from '../../../shared/model/start.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useApi } from '../../store/context.ts';
import { ChangeDialog, type HostSwitch } from './ChangeDialog.tsx';
import { HostSection } from './HostSection.tsx';
import layout from '../../components/Page/Page.module.css';

type Found = RequestOutput<'getHosts'>;

/** Every app on this machine and how it reaches each of its servers. */
export function HostsPage({
  StartFacts,
}: {
  readonly StartFacts: ComponentType<{ readonly start: StartView }>;
}) {
  const api = useApi();
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [turn, setTurn] = useState<HostSwitch | null>(null);
  const look = useCallback(async () => {
    const reply = await api.getHosts({});
    if (reply.ok) setFound(reply.value);
    setError(reply.ok ? null : reply.error.message);
  }, [api]);
  useEffect(() => {
    void look();
    // Another program may have changed its file while this window was in the background.
    const again = (): void => void look();
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, [look]);
  const here = found?.hosts.filter(({ status }) => status !== 'absent') ?? [];
  const absent = found?.hosts.filter(({ status }) => status === 'absent') ?? [];
  return (
    <article className={layout.page} aria-labelledby="hosts-title">
      <header className={layout.header}>
        <div className={layout.heading}>
          <h1 className={layout.title} id="hosts-title">
            {' '}
            Apps
          </h1>
          <p className={layout.muted}>
            An app that reaches a server through Skillgate gets only the skills you approved,
            exactly as you approved them. Tool output is passed through unchanged.
          </p>
        </div>
        {!(found !== null && here.length === 0) && (
          <Button icon="refresh" onClick={() => void look()}>
            Refresh
          </Button>
        )}
      </header>
      {error !== null && (
        <Banner tone="bad" live="polite" title="Couldn’t show the apps">
          {error}
        </Banner>
      )}
      {found === null && error === null && (
        <p className={layout.row}>
          <Spinner label="Looking for apps" />
          <span className={layout.muted}>Looking for apps…</span>
        </p>
      )}
      {found !== null && found.problem !== null && (
        <Banner tone="warn" title="Apps can’t use this Skillgate">
          {found.problem}
        </Banner>
      )}
      {found !== null && here.length === 0 && (
        <EmptyState
          icon="server"
          title="No apps are configured on this machine"
          actions={<Button onClick={() => void look()}>Refresh</Button>}
        >
          Skillgate looks where {absent.map(({ name }) => name).join(', ')} keep their servers.
        </EmptyState>
      )}
      {here.map((host) => (
        <HostSection key={host.id} host={host} locked={found?.problem !== null} onTurn={setTurn} />
      ))}
      {here.length > 0 && absent.length > 0 && (
        <p className={layout.muted}>
          Not set up here: {absent.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {turn !== null && (
        <ChangeDialog
          turn={turn}
          StartFacts={StartFacts}
          onClose={() => setTurn(null)}
          onDone={() => void look()}
        />
      )}
    </article>
  );
}
