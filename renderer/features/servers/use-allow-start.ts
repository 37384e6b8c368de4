import { useActions, useApi, useConfirm } from '../../store/context.ts';

/**
 * Allows the command that was on screen. If an app or another window replaced it meanwhile,
 * Skillgate doesn't start it and says so.
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
