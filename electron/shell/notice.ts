import type { BrowserWindow, Notification } from 'electron';

type Notices = Pick<typeof Notification, 'isSupported'> & {
  new (options: { readonly title: string; readonly body: string }): Notification;
};

/** Kept until the person dismisses them: an object without a reference loses its listeners. */
const open = new Set<Notification>();

/**
 * A notice of the system; a click brings the window to the front. Nothing is done where the system
 * has none. Plain text: no part of it is read as markup or as an address.
 */
export function showNotice(
  Notice: Notices,
  { title, body }: { readonly title: string; readonly body: string },
  window: () => BrowserWindow | null,
): void {
  if (!Notice.isSupported()) return;
  const notice = new Notice({ title, body: toPlainText(body) });
  open.add(notice);
  notice.on('close', () => void open.delete(notice));
  notice.on('click', () => {
    open.delete(notice);
    const front = window();
    if (front === null) return;
    if (front.isMinimized()) front.restore();
    front.show();
    front.focus();
  });
  notice.show();
}

/** The servers of notices on Linux read a few tags of HTML; the attacker is a host's own name. */
const toPlainText = (text: string): string => text.replaceAll('<', '‹').replaceAll('&', '＆');
