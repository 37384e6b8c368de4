import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { openBridge } from './bridge/api.ts';
import { createAppStore } from './store/app-store.ts';
import { StoreProvider } from './store/context.ts';

const app = createAppStore(openBridge());
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
  <StoreProvider value={app}>
    <App />
  </StoreProvider>,
);
void app.load();
