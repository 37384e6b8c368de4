import type { FoundExchange, SoughtExchange } from '../../shared/model/log.ts';

const again: Readonly<Record<SoughtExchange['of'], string>> = {
  read: 'Load the file again to see one.',
  entry: 'Refresh the entry to see one.',
  greeting: 'Reconnect the server to see one.',
  listing: 'Refresh the listing to see one.',
  check: 'Check the server again to see one.',
};

/** Why an exchange may be the wrong one or missing; `isShown`: another one may be shown. */
export function doubtWords(
  of: SoughtExchange['of'],
  doubt: NonNullable<FoundExchange['doubt']>,
  isShown: boolean,
): string {
  switch (doubt) {
    case 'cleared':
      return isShown
        ? 'This may be an earlier exchange: the log has been cleared.'
        : `The exchange is no longer in the log: the log was cleared. ${again[of]}`;
    case 'made-room':
      return isShown
        ? 'This may be an earlier exchange: newer exchanges replaced older ones.'
        : `The exchange is no longer in the log: newer ones replaced it. ${again[of]}`;
    case 'never':
      return of === 'check'
        ? 'The check sent no request for this, or the log didn’t keep it.'
        : `The log has no exchange for this. ${again[of]}`;
    case 'cut':
      return (
        'No answer in the log names the entry. ' +
        'It may be in this one, which is only partly kept.'
      );
    case 'nameless':
      return 'The entry has no address or name to search for. This is the newest listing.';
    default:
      return doubt satisfies never;
  }
}
