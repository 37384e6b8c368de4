export { ProtocolDrawer } from '../features/log/ProtocolDrawer.tsx';
export { ProtocolPage } from '../features/log/ProtocolPage.tsx';
