import { systemKeychain } from '../credentials/system-keychain.ts';

// Asks the keychain of the script that is named, and has nothing else to do after half a second.
const [script = ''] = process.argv.slice(2);
void systemKeychain({ command: process.execPath, args: [script] }, process.env).get('one');
setTimeout(() => console.log('ends'), 500);
