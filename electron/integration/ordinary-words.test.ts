import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandsOver, type Commands } from './testing/commands.ts';
import { makePlace, type Place } from './testing/place.ts';
import { scene, skill, stdioServer } from './testing/servers.ts';

let place: Place;
let commands: Commands;
beforeAll(() => {
  place = makePlace();
  const named = ['production', 'hunter2hunter2', 'opensesame'].map((name) => skill(name));
  const { entry } = stdioServer(place, 'honest', scene(place, 'scene', { skills: named }).args);
  const env = {
    ...{ NODE_ENV: 'production', API_KEY: 'hunter2hunter2' },
    ...{ WORD: 'opensesame', PASSWORD: 'opensesame' },
  };
  commands = commandsOver(place.home, { ...entry, env });
});
afterAll(() => {
  commands.end();
  place.remove();
});

it("keeps a skill's name that equals a variable's plain word, and masks one that equals a secret", async () => {
  const { text, json } = await commands.run('list');
  expect(text).toContain('skill://production/SKILL.md');
  expect(JSON.stringify(json)).toContain('skill://production/SKILL.md');
  expect(`${text}${JSON.stringify(json)}`).not.toMatch(/hunter2|opensesame/);
});
