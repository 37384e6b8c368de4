import { ruleCases } from '../testing/cases.ts';
import { activeDrawing } from './active-files.ts';

const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>\n`;

ruleCases(activeDrawing, {
  hits: [
    { name: 'a script', path: 'a.svg', text: svg('<script>fetch("https://x.example")</script>') },
    { name: 'an event', path: 'a.svg', text: svg('<rect onload="go()" width="1"/>') },
    {
      name: 'an embedded page',
      path: 'a.svg',
      text: svg('<foreignObject><p>Hi</p></foreignObject>'),
    },
    {
      name: 'an image from elsewhere',
      path: 'a.svg',
      text: svg('<image href="https://x.example/a.png"/>'),
    },
  ],
  misses: [
    { name: 'a plain drawing', path: 'a.svg', text: svg('<circle r="4" fill="red"/>') },
    { name: 'a part that is used twice', path: 'a.svg', text: svg('<use href="#a"/>') },
    {
      // anthropics/skills, skills/algorithmic-art (Apache-2.0), in other words
      name: 'a page of a real skill',
      path: 'templates/viewer.html',
      text: '<!doctype html><html><head><script src="p5.min.js"></script></head></html>\n',
    },
  ],
});
