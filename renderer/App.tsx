import { MacKeys } from './components/KeyCap/KeyCap.tsx';
import { onDemand } from './components/OnDemand/on-demand.tsx';
import { Frame } from './features/frame/Frame.tsx';
import { usePageTitle } from './features/frame/use-page-title.ts';
import { Home } from './features/servers/Home.tsx';
import { WorkStrip } from './features/work/WorkStrip.tsx';
import { useKeyboard } from './features/shortcuts/use-keyboard.ts';
import { Tree } from './features/tree/Tree.tsx';
import { assertNever } from '../shared/assert-never.ts';
import { useApp } from './store/context.ts';
import type { AppOverlay, PageSelection } from './store/state.ts';

const skills = () => import('./parts/skills.tsx');
const Skill = onDemand(async () => (await skills()).Skill);
const Review = onDemand(async () => (await skills()).Review);
const RefusedPage = onDemand(async () => (await skills()).RefusedPage);

const servers = () => import('./parts/servers.tsx');
const AddServer = onDemand(async () => (await servers()).AddServer);
const EditServer = onDemand(async () => (await servers()).EditServer);
const ServerPage = onDemand(async () => (await servers()).ServerPage);
const Hosts = onDemand(async () => (await servers()).Hosts);
const OpenByUri = onDemand(async () => (await servers()).OpenByUri);
const RemoveServer = onDemand(async () => (await servers()).RemoveServer);
const SignInDialog = onDemand(async () => (await servers()).SignInDialog);
const ConsentDialog = onDemand(async () => (await servers()).ConsentDialog);
const ConsentList = onDemand(async () => (await servers()).ConsentList);

const tools = () => import('./parts/tools.ts');
const AuditPage = onDemand(async () => (await tools()).AuditPage);
const Palette = onDemand(async () => (await tools()).Palette);
const SearchTexts = onDemand(async () => (await tools()).SearchTexts);
const ShortcutSheet = onDemand(async () => (await tools()).ShortcutSheet);
const ImportBundle = onDemand(async () => (await tools()).ImportBundle);
const ExportBundle = onDemand(async () => (await tools()).ExportBundle);
const ForgetAll = onDemand(async () => (await tools()).ForgetAll);
const SettingsDialog = onDemand(async () => (await tools()).SettingsDialog);

const protocol = () => import('./parts/protocol.ts');
const ProtocolDrawer = onDemand(async () => (await protocol()).ProtocolDrawer);
const ProtocolPage = onDemand(async () => (await protocol()).ProtocolPage);

/** Loads what a person may open next, one after another, so that opening it waits for nothing. */
export async function loadRest(): Promise<void> {
  for (const { load } of [Skill, AddServer, AuditPage, ProtocolPage]) await load();
}

export function App() {
  useKeyboard();
  usePageTitle();
  const selection = useApp((app) => app.selection);
  const overlay = useApp((app) => app.overlay);
  const mac = useApp((app) => app.info?.platform === 'mac');
  return (
    <MacKeys value={mac}>
      <Frame
        tree={<Tree />}
        main={page(selection)}
        drawer={<ProtocolDrawer />}
        work={<WorkStrip />}
      />
      {overlay && dialog(overlay)}
    </MacKeys>
  );
}

function page(selection: PageSelection) {
  switch (selection.kind) {
    case 'home':
      return <Home />;
    case 'add-server':
      return <AddServer tab={selection.tab} />;
    case 'edit-server':
      return <EditServer key={selection.server} server={selection.server} />;
    case 'server':
      return <ServerPage key={selection.server} server={selection.server} tab={selection.tab} />;
    case 'skill':
      return (
        <Skill
          key={`${selection.server}\n${selection.uri}`}
          server={selection.server}
          uri={selection.uri}
        />
      );
    case 'review':
      return <Review selection={selection} />;
    case 'audit':
      return <AuditPage server={selection.server} />;
    case 'protocol':
      return <ProtocolPage about={selection.about} />;
    case 'hosts':
      return <Hosts />;
    case 'refused':
      return <RefusedPage server={selection.server} entryKey={selection.key} />;
    default:
      return assertNever(selection);
  }
}

function dialog(overlay: AppOverlay) {
  switch (overlay.kind) {
    case 'palette':
      return <Palette />;
    case 'search':
      return <SearchTexts />;
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'import-bundle':
      return <ImportBundle />;
    case 'export-bundle':
      return <ExportBundle keys={overlay.keys} />;
    case 'forget-all':
      return <ForgetAll />;
    case 'settings':
      return <SettingsDialog />;
    case 'open-by-uri':
      return <OpenByUri server={overlay.server} />;
    case 'remove-server':
      return <RemoveServer server={overlay.server} />;
    case 'consent-many':
      return <ConsentList />;
    case 'sign-in':
      return <SignInDialog key={overlay.id} server={overlay.server} id={overlay.id} />;
    case 'consent':
      return <ConsentDialog server={overlay.server} />;
    default:
      return assertNever(overlay);
  }
}
