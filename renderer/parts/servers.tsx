import { HostsPage } from '../features/hosts/HostsPage.tsx';
import { StartFacts } from '../features/servers/StartFacts.tsx';

export { AddServer } from '../features/servers/AddServer.tsx';
export { ConsentDialog } from '../features/servers/ConsentList.tsx';
export { ConsentList } from '../features/servers/ConsentList.tsx';
export { EditServer } from '../features/servers/EditServer.tsx';
export { OpenByUri } from '../features/servers/OpenByUri.tsx';
export { RemoveServer } from '../features/servers/EditServer.tsx';
export { SignInDialog } from '../features/servers/sign-in/SignInDialog.tsx';
export { ServerPage } from '../features/servers/ServerPage.tsx';

export function Hosts() {
  return <HostsPage StartFacts={StartFacts} />;
}
