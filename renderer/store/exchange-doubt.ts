import type { FoundExchange, SoughtExchange } from '../../shared/model/log.ts';

const again: Readonly<Record<SoughtExchange['of'], string>> = {
  read: 'Read the file again to see one.',
  entry: 'Refresh the entry to see one.',
  greeting: 'Reconnect the server to see one.',
  listing: 'Refresh the listing to see one.',
  check: 'Check the server again to see one.',
};

/** What is not sure about an exchange that was looked for; `isShown`: another one may be in front. */
export function doubtWords(
  of: SoughtExchange['of'],
  doubt: NonNullable<FoundExchange['doubt']>,
  isShown: boolean,
): string {
  switch (doubt) {
    case 'cleared':
      return isShown
        ? 'This may be an earlier exchange: the log was cleared since.'
        : `The exchange is not in the log any more: it was cleared. ${again[of]}`;
    case 'made-room':
      return isShown
        ? 'This may be an earlier exchange: later ones made room for others.'
        : `The exchange is not in the log any more: it made room for later ones. ${again[of]}`;
    case 'never':
      return of === 'check'
        ? 'The check asked the server nothing for this, or it was not kept.'
        : `The log has no exchange for this. ${again[of]}`;
    case 'cut':
      return 'No answer that is kept names the entry. It may be in this one, which is kept in part.';
    case 'nameless':
      return 'The entry has neither address nor name to find it by: this is the newest listing.';
    default:
      return doubt satisfies never;
  }
}
