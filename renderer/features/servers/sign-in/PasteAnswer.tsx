import { useState } from 'react';
import type { SignInWay } from '../../../../shared/model/sign-in.ts';
import { Button } from '../../../components/Button/Button.tsx';
import { CodeText } from '../../../components/CodeText/CodeText.tsx';
import { TextField } from '../../../components/TextField/TextField.tsx';
import { useApi } from '../../../store/context.ts';
import layout from '../../../components/Page/Page.module.css';

/**
 * For a browser on another machine or one that can't return: the address to open by hand and a
 * field for the final address.
 */
export function PasteAnswer({
  server,
  way,
}: {
  server: string;
  way: Extract<SignInWay, { status: 'waiting' }>;
}) {
  const api = useApi();
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | null>(null);
  const finish = async () => {
    const reply = await api.finishSignIn({ server, id: way.id, address: address.trim() });
    setError(reply.ok ? null : reply.error.message);
  };
  return (
    <details>
      <summary>Browser didn’t open, or is it on another machine?</summary>
      <form
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void finish();
        }}
      >
        <p>
          Open this address yourself:{' '}
          <CodeText text={`${way.ask.host}/…`} copy={way.address} label="Copy the whole address" />
        </p>
        <TextField
          label="The address where the browser ended up"
          placeholder={`${way.ask.redirect}?code=…`}
          mono
          value={address}
          onChange={setAddress}
          error={error}
          hint="The browser shows an error page there, which is expected. The address works once."
        />
        <div className={layout.row}>
          <Button
            type="submit"
            size="sm"
            reason={address.trim() === '' ? 'Paste the address first' : null}
          >
            Finish
          </Button>
        </div>
      </form>
    </details>
  );
}
