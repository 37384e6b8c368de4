import { useEffect, useState, type ComponentType } from 'react';
import type { StartView } from '../../../shared/model/start.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApp } from '../../store/context.ts';
import type { AppState } from '../../store/state.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { directEntries, HostSection } from './HostSection.tsx';
import { OwnRules } from './OwnRules.tsx';
import type { HostSwitch } from './use-host-change.ts';
import layout from '../../components/Page/Page.module.css';

/** Every app on this machine and how it reaches each of its servers. */
export function HostsPage({
  StartFacts,
}: {
  readonly StartFacts: ComponentType<{ readonly start: StartView }>;
}) {
  const { lookForHosts } = useActions();
  const hosts = useApp((app) => app.hosts);
  const { found } = hosts;
  const [turn, setTurn] = useState<HostSwitch | null>(null);
  useEffect(() => void lookForHosts(), [lookForHosts]);
  const { here, absent } = apart(found);
  const isSession = useApp((app) => app.info?.sessionConfig != null);
  // One at a time: what's below would move away while it's read.
  const offered =
    isSession || found?.problem !== null
      ? undefined
      : here.find((host) => directEntries(host).length > 0);
  return (
    <article className={layout.page} aria-labelledby="hosts-title">
      <header className={layout.header}>
        <div className={layout.heading}>
          <h1 className={layout.title} id="hosts-title">
            Protected apps
          </h1>
          <p className={layout.muted}>
            An app that reaches a server through Skillgate gets only the skills you approved,
            exactly as you approved them. Tool output is passed through unchanged.
          </p>
        </div>
        {!(found !== null && here.length === 0) && (
          <Button icon="refresh" onClick={() => void lookForHosts()}>
            Refresh
          </Button>
        )}
      </header>
      <Looked hosts={hosts} onAgain={() => void lookForHosts()} />
      {here.map((host) => (
        <HostSection
          key={host.path}
          host={host}
          locked={found?.problem !== null}
          isOffered={host === offered}
          StartFacts={StartFacts}
          onTurn={setTurn}
          onDone={() => void lookForHosts()}
        />
      ))}
      <OwnRules hosts={here} />
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
          onDone={() => void lookForHosts()}
        />
      )}
    </article>
  );
}

const apart = (found: AppState['hosts']['found']) => ({
  here: found?.hosts.filter(({ status }) => status !== 'absent') ?? [],
  absent: found?.hosts.filter(({ status }) => status === 'absent') ?? [],
});

/** What looking for apps showed, besides the apps. */
function Looked({
  hosts: { found, error },
  onAgain,
}: {
  readonly hosts: AppState['hosts'];
  readonly onAgain: () => void;
}) {
  const { here, absent } = apart(found);
  return (
    <>
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
          actions={<Button onClick={onAgain}>Refresh</Button>}
        >
          Skillgate looks where {absent.map(({ name }) => name).join(', ')} keep their servers.
        </EmptyState>
      )}
    </>
  );
}
