import { Button } from '../../components/Button/Button.tsx';
import { useActions } from '../../store/context.ts';
import { useLastVerified } from '../../store/work.ts';
import layout from '../../components/Page/Page.module.css';

/** The result of the newest check of a server's files, with a link to the first failure. */
export function LastVerified({ server }: { server: string }) {
  const { openFile, selectSkill, showExchange } = useActions();
  const last = useLastVerified(server, null);
  if (last === null) return null;
  const { at, words, first } = last;
  return (
    <p className={layout.row}>
      <span className={layout.muted}>
        Last verified {at}: {words}
      </span>
      {first !== null && (
        <Button
          size="sm"
          variant="quiet"
          icon="arrowRight"
          onClick={() => {
            if (first.file === null) selectSkill(first.server, first.uri);
            else openFile(first.server, first.uri, first.file);
          }}
        >
          {first.path === '' ? first.name : `${first.name}: ${first.path}`}
        </Button>
      )}
      {first !== null && first.file !== null && (
        <Button
          size="sm"
          variant="quiet"
          icon="terminal"
          aria-label={`Show exchange of ${first.name}: ${first.path}`}
          onClick={() =>
            void showExchange({ of: 'read', server: first.server, uri: first.file ?? '' })
          }
        >
          Show exchange
        </Button>
      )}
    </p>
  );
}
