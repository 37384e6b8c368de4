import { ruleCases } from '../testing/cases.ts';
import { movingReference } from './sources.ts';

ruleCases(movingReference, {
  hits: [
    {
      name: 'an action from a branch',
      path: '.github/workflows/a.yml',
      text: 'jobs:\n  a:\n    steps:\n      - uses: acme/deploy@main\n',
      finds: 'acme/deploy@main',
    },
    {
      name: 'an image without a tag',
      path: 'Dockerfile',
      text: 'FROM node\nRUN ls\n',
      finds: 'FROM node',
    },
    {
      name: 'an image that a command runs',
      text: '```bash\ndocker run --rm -v a:b acme/tool:latest x\n```\n',
    },
    {
      name: 'a submodule that follows a branch',
      path: '.gitmodules',
      text: '[submodule "a"]\n\tbranch = main\n',
    },
    {
      name: 'a service',
      path: 'compose.yaml',
      text: 'services:\n  a:\n    image: acme/a:latest\n',
    },
  ],
  misses: [
    {
      name: 'tags and digests',
      path: '.github/workflows/a.yml',
      text: `      - uses: actions/checkout@v4\n      - uses: a/b@${'0'.repeat(40)}\n    image: a/b:1.2\n`,
    },
    {
      name: 'a stage of the same file',
      path: 'Dockerfile',
      text: 'FROM node:22 AS build\nFROM build\nFROM scratch\n',
    },
    {
      name: 'a tagged image that a command runs',
      text: '```bash\ndocker run --rm -it postgres:16 psql\n```\n',
    },
    {
      // anthropics/skills, skills/mcp-builder (Apache-2.0), in other words
      name: 'a branch in an address of a real skill',
      text: 'Load `https://raw.githubusercontent.com/modelcontextprotocol/python-sdk/main/README.md`\n',
    },
  ],
});
