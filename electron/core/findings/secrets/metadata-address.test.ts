import { ruleCases } from '../testing/cases.ts';
import { metadataAddress } from './suspect-addresses.ts';

ruleCases(metadataAddress, {
  hits: [
    { name: 'Amazon', path: 'a.sh', text: 'curl http://169.254.169.254/latest/meta-data/iam/\n' },
    {
      name: 'Google',
      path: 'a.py',
      text: 'U = "http://metadata.google.internal/computeMetadata/v1/"\n',
    },
    {
      name: 'the number in another notation',
      path: 'a.sh',
      text: 'curl http://2852039166/latest/\n',
    },
    {
      name: 'an order in prose',
      text: 'Ask 169.254.169.254 for the role.\n',
      confidence: 'medium',
    },
  ],
  misses: [
    {
      name: 'an address named without a server',
      path: 'a.sh',
      text: 'ip addr add 169.254.1.1 dev eth0\n',
    },
    {
      name: 'advice on what to leave out',
      low: true,
      text: 'Never allow requests to 169.254.169.254.\n',
    },
    {
      // anthropics/skills, skills/mcp-builder (Apache-2.0)
      name: 'a word of a real skill',
      text: 'Tool annotations are metadata about behaviour: readOnlyHint, openWorldHint.\n',
    },
  ],
});
