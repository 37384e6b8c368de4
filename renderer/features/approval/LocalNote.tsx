import { Button } from '../../components/Button/Button.tsx';
import { useActions } from '../../store/context.ts';
import { useLocalStanding } from '../../store/own-rules.ts';

/** What apps do with a decision about a local skill, which none of them asks about. */
export function LocalNote({
  name,
  isDenied,
}: {
  readonly name: string;
  readonly isDenied: boolean;
}) {
  const { openHosts } = useActions();
  const { off, could } = useLocalStanding(name);
  return (
    <>
      {off.length > 0 && <p>Off in {inWords(off)}, by its name.</p>}
      {isDenied && could.length > 0 && (
        <p>
          {inWords(could)} {could.length === 1 ? 'doesn’t' : 'don’t'} follow your decisions about
          local skills yet.{' '}
          <Button size="sm" onClick={openHosts}>
            Turn that on…
          </Button>
        </p>
      )}
    </>
  );
}

const inWords = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
