import { useApp } from '../../store/context.ts';

export function ProtocolDrawer() {
  const count = useApp((app) => app.log.length);
  return <p>{count} messages</p>;
}
