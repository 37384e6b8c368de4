import { ruleCases } from '../testing/cases.ts';
import { environment } from './read-secrets.ts';

ruleCases(environment, {
  hits: [
    {
      name: 'all of the environment in Python',
      path: 'a.py',
      text: 'import os, json\nd = json.dumps(dict(os.environ))\n',
    },
    {
      name: 'all of the environment in JavaScript',
      path: 'a.js',
      text: 'log(JSON.stringify(process.env));\n',
    },
    { name: 'a list that is stored', path: 'a.sh', text: 'env > /tmp/e\n' },
    {
      name: 'keys of several services in one table, rated high',
      path: 'a.py',
      text: 'import os\nd = {"GITHUB_TOKEN": os.environ["GITHUB_TOKEN"], "STRIPE_KEY": os.getenv("STRIPE_API_KEY"), "STRIPE_API_KEY": os.getenv("STRIPE_API_KEY")}\n',
      severity: 'high',
    },
    {
      name: 'one name that is searched for, rated low',
      path: 'a.sh',
      text: 'env | grep NODE_ENV\n',
      severity: 'low',
    },
  ],
  misses: [
    { name: 'one variable', path: 'a.py', text: 'import os\nkey = os.environ["API_KEY"]\n' },
    {
      name: 'the environment of a child',
      path: 'a.py',
      text: 'import os, subprocess\nenv = os.environ.copy()\nenv["A"] = "1"\nsubprocess.run(["a"], env=env)\n',
    },
    {
      // trailofbits/skills, skills/agentic-actions-auditor (CC-BY-SA-4.0), shortened
      name: 'what a lesson warns of',
      text: 'Even `echo` can be abused for exfiltration via a subshell (`echo $(env)`).\n',
      low: true,
    },
    {
      name: 'what an attack led to',
      text: 'The tests achieved arbitrary command execution via `echo $(env)` there.\n',
      low: true,
    },
    { name: 'a wrapper', path: 'a.sh', text: 'env FOO=1 make\n#!/usr/bin/env bash\n' },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0)
      name: 'the environment that a real script passes on',
      path: 'scripts/run_eval.py',
      text: 'import os, subprocess\nenv = {k: v for k, v in os.environ.items() if k != "CLAUDECODE"}\nsubprocess.Popen(cmd, env=env)\n',
    },
  ],
});
