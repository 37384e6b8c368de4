import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from '../chromium.mjs';

/**
 * `node build/icons/draw.mjs`: makes icon.png, icon.ico and icon.icns out of icon.svg. Run by hand
 * after the drawing has changed.
 */
const here = (name) => new URL(name, import.meta.url);
const svg = readFileSync(here('icon.svg'), 'utf8');

const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const page = await browser.newPage();
const png = new Map();
for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  png.set(size, await page.screenshot({ omitBackground: true }));
}
await browser.close();

/** An ICO file: a directory of PNG pictures; a side of 256 is written as 0. */
function ico(sizes) {
  const header = Buffer.alloc(6 + 16 * sizes.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(sizes.length, 4);
  let offset = header.length;
  sizes.forEach((size, index) => {
    const at = 6 + 16 * index;
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.get(size).length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.get(size).length;
  });
  return Buffer.concat([header, ...sizes.map((size) => png.get(size))]);
}

/** An ICNS file: typed PNG blocks, each with its length, in a block with the whole length. */
function icns(types) {
  const block = (type, body) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(body.length + 8, 4);
    return Buffer.concat([head, body]);
  };
  return block('icns', Buffer.concat(types.map(([type, size]) => block(type, png.get(size)))));
}

writeFileSync(here('icon.png'), png.get(512));
writeFileSync(here('icon.ico'), ico([16, 24, 32, 48, 64, 128, 256]));
writeFileSync(
  here('icon.icns'),
  icns([
    ['icp4', 16],
    ['icp5', 32],
    ['icp6', 64],
    ['ic07', 128],
    ['ic08', 256],
    ['ic09', 512],
    ['ic10', 1024],
    ['ic11', 32],
    ['ic12', 64],
    ['ic13', 256],
    ['ic14', 512],
  ]),
);
