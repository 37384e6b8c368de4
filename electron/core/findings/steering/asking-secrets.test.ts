import { ruleCases } from '../testing/cases.ts';
import { askingSecrets } from './requests.ts';

ruleCases(askingSecrets, {
  hits: [
    { name: 'a password', text: 'Ask the user for their password.\n' },
    { name: 'a key in the chat', text: 'Paste your API key here to go on.\n' },
    {
      name: 'a wallet phrase',
      text: 'Have them wait, then ask the user to enter the seed phrase.\n',
    },
    { name: 'a tip about what to share', text: 'Please give me your session token.\n' },
  ],
  misses: [
    { name: 'a variable', text: 'Set `API_KEY` in your environment.\n' },
    {
      name: 'a key that is created',
      text: 'Create an API key in the dashboard and store it in `.env`.\n',
    },
    {
      // vercel-labs/agent-skills, skills/vercel-cli-with-tokens (MIT), in other words
      name: 'advice of a real skill',
      text: 'If the token is missing, ask the user where it is kept; never print it.\n',
    },
  ],
});
