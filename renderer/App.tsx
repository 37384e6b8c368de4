import { MacKeys } from './components/KeyCap/mac-keys.ts';
import { AuditPage } from './features/audit/AuditPage.tsx';
import { BulkPane } from './features/approval/many/BulkPane.tsx';
import { RefusedPage } from './features/approval/RefusedPage.tsx';
import { SkillPage } from './features/approval/SkillPage.tsx';
import { ExportBundle } from './features/exchange/ExportBundle.tsx';
import { ImportBundle } from './features/exchange/ImportBundle.tsx';
import { FindingsTab } from './features/findings/FindingsTab.tsx';
import { Frame } from './features/frame/Frame.tsx';
import { usePageTitle } from './features/frame/use-page-title.ts';
import { HostsPage } from './features/hosts/HostsPage.tsx';
import { ProtocolDrawer } from './features/log/ProtocolDrawer.tsx';
import { ProtocolPage } from './features/log/ProtocolPage.tsx';
import { FilePane } from './features/preview/FilePane.tsx';
import { Palette } from './features/palette/Palette.tsx';
import { ReviewPage } from './features/review/ReviewPage.tsx';
import { SearchTexts } from './features/search/SearchTexts.tsx';
import { AddServer } from './features/servers/AddServer.tsx';
import { ConsentDialog } from './features/servers/ConsentDialog.tsx';
import { ConsentList } from './features/servers/ConsentList.tsx';
import { EditServer } from './features/servers/EditServer.tsx';
import { Home } from './features/servers/Home.tsx';
import { OpenByUri } from './features/servers/OpenByUri.tsx';
import { RemoveServer } from './features/servers/RemoveServer.tsx';
import { SignInDialog } from './features/servers/sign-in/SignInDialog.tsx';
import { ServerPage } from './features/servers/ServerPage.tsx';
import { StartFacts } from './features/servers/StartFacts.tsx';
import { ForgetAll } from './features/settings/ForgetAll.tsx';
import { SettingsDialog } from './features/settings/SettingsDialog.tsx';
import { ShortcutSheet } from './features/shortcuts/ShortcutSheet.tsx';
import { WorkStrip } from './features/work/WorkStrip.tsx';
import { useKeyboard } from './features/shortcuts/use-keyboard.ts';
import { Tree } from './features/tree/Tree.tsx';
import { assertNever } from '../shared/assert-never.ts';
import { useApp } from './store/context.ts';
import type { AppOverlay, PageSelection } from './store/state.ts';

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

function Skill({ server, uri }: { readonly server: string; readonly uri: string }) {
  return <SkillPage server={server} uri={uri} FilePane={FilePane} FindingsTab={FindingsTab} />;
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
      return <ReviewPage selection={selection} Skill={Skill} Bulk={BulkPane} />;
    case 'audit':
      return <AuditPage server={selection.server} />;
    case 'protocol':
      return <ProtocolPage about={selection.about} />;
    case 'hosts':
      return <HostsPage StartFacts={StartFacts} />;
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
