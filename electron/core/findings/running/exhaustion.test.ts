import { ruleCases } from '../testing/cases.ts';
import { exhaustion } from './running-code.ts';

ruleCases(exhaustion, {
  hits: [
    { name: 'a bomb', path: 'a.sh', text: ':(){ :|:& };:\n' },
    { name: 'one with a name', path: 'a.sh', text: 'go() { go | go & }; go\n' },
    { name: 'a disk that is filled up', path: 'a.sh', text: 'cat /dev/zero > /tmp/fill\n' },
    {
      name: 'endless processes',
      path: 'a.py',
      text: 'import os\nwhile True:\n    os.fork()\n',
    },
  ],
  misses: [
    {
      name: 'a server',
      path: 'a.py',
      text: 'while True:\n    conn, _ = s.accept()\n    serve(conn)\n',
    },
    {
      name: 'a small file of zeros',
      path: 'a.sh',
      text: 'dd if=/dev/zero of=a.img bs=1M count=10\n',
    },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'a real loop that waits',
      path: 'scripts/with_server.py',
      text: 'import time\nwhile time.time() - start_time < timeout:\n    time.sleep(0.5)\n',
    },
  ],
});
