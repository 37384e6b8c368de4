import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { App, loadRest } from './App.tsx';
import { openBridge } from './bridge/api.ts';
import { sessionStore } from './bridge/credentials.ts';
import { pageTrail } from './bridge/page-trail.ts';
import { createAppStore } from './store/app-store.ts';
import { StoreProvider } from './store/context.ts';

// Set up the bridge first, which removes a ticket from the address.
const bridge = openBridge();
const app = createAppStore(bridge, undefined, pageTrail(window, sessionStore(window)));
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
  <StoreProvider value={app}>
    <App />
  </StoreProvider>,
);
// A part that can't be loaded now is tried again once it's shown, and says so.
void app.load().finally(() => requestIdleCallback(() => void loadRest().catch(() => undefined)));
