import { useActions, useApi, useConfirm } from '../../store/context.ts';

/**
 * Says yes to one command: the one that was on screen. Another that took its place meanwhile (a host
 * rewrites its file, a second window edits the server) is not started, and is said.
 */
export function useAllowStart(): (shown: {
  readonly label: string;
  readonly fingerprint: string;
}) => Promise<void> {
  const api = useApi();
  const confirm = useConfirm();
  const { attempt, toast } = useActions();
  return async ({ label: server, fingerprint }) => {
    const view = await attempt(api.viewStart({ server }), `“${server}” wasn’t started`);
    if (!view) return;
    if (view.fingerprint !== fingerprint) {
      toast('bad', `“${server}” wasn’t started: its command changed in the meantime.`);
      return;
    }
    const subject = { server, fingerprint };
    const proof = await confirm(view.challenge, { request: 'allowStart', ...subject });
    await attempt(api.allowStart({ ...subject, proof }), `“${server}” wasn’t started`);
  };
}
