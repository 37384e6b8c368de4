import { ruleCases } from '../testing/cases.ts';
import { reservedMetadata } from './host-power.ts';

const skill = (metadata: string): string =>
  `---\nname: x\ndescription: What it does.\nmetadata:\n${metadata}\n---\n\nText.\n`;

ruleCases(reservedMetadata, {
  hits: [
    { name: 'a key with the prefix', text: skill('  io.modelcontextprotocol/trusted: "true"') },
    { name: 'one among others', text: skill('  a: b\n  io.modelcontextprotocol/x: y') },
    { name: 'one without a value', text: skill('  io.modelcontextprotocol/auto: ""') },
  ],
  misses: [
    { name: 'a key with its own prefix', text: skill('  com.example/team: tools') },
    { name: 'a key that only starts the same way', text: skill('  io.modelcontextprotocols/x: y') },
    {
      // openai/skills, skills/.system/skill-installer (Apache-2.0)
      name: 'the metadata of a real skill',
      text: skill('  short-description: Install curated skills'),
    },
  ],
});
