import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { against, rounded } from './numbers.mjs';
import { openPage } from './page-stage.mjs';

const skills = 10_000;

/**
 * 10,000 skills approved at once through the page in Chromium: how long the page of groups takes to
 * open, when the first is shown as approved, when all are on disk, and when all are shown.
 */
export async function measureApprove({ scratch, say }) {
  const opened = await openPage({ scratch, skills, name: 'approve', say });
  if (opened.skipped !== undefined) return opened;
  const { page, home } = opened;
  try {
    await page.getByRole('treeitem', { name: /^bench/ }).click();
    const all = skills.toLocaleString('en');
    await page.getByRole('button', { name: `Review ${all} waiting` }).click();
    const open = page.getByRole('button', { name: 'Select several…' });
    await open.waitFor();
    say('approve: opening');
    const openMs = await untilShown(page, open, `Approve ${all} skills`, 'h1');
    await page
      .getByRole('button', { name: new RegExp(`^Approve ${all} `) })
      .first()
      .click();
    const decide = page.getByRole('button', { name: new RegExp(`^Approve ${all} skills`) });
    await decide.waitFor();
    say('approve: deciding');
    await decide.evaluate(watchDecided, all);
    await decide.click();
    const times = await page.evaluate(() => window.benchDecided);
    const { records } = JSON.parse(readFileSync(join(home, 'approvals.json'), 'utf8'));
    if (records.length !== skills) throw new Error(`${records.length} records were written`);
    return {
      skills,
      openMs: rounded(openMs),
      firstShownMs: rounded(times.first),
      allShownMs: rounded(times.all),
      targets: {
        openMs: against(openMs, 200),
        allShownMs: against(times.all, 3_000),
      },
    };
  } finally {
    await opened.stop();
  }
}

/** Ms from a click to the paint of an element with this text. */
async function untilShown(page, button, text, selector) {
  const shown = button.evaluate(
    (element, [words, where]) =>
      new Promise((resolve) => {
        element.addEventListener('click', ({ timeStamp }) => {
          const look = () => {
            const found = [...document.querySelectorAll(where)].some(
              ({ textContent }) => textContent.trim() === words,
            );
            if (found) setTimeout(() => resolve(performance.now() - timeStamp));
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        });
      }),
    [text, selector],
  );
  await button.click();
  return shown;
}

/** In the page: keeps when the first and when all were shown as decided, from the click. */
function watchDecided(button, all) {
  window.benchDecided = new Promise((resolve) => {
    const times = { first: null, all: null };
    button.addEventListener('click', ({ timeStamp }) => {
      const look = () => {
        const decided = /([\d,]+) decided/.exec(document.querySelector('main').textContent);
        const now = () => performance.now() - timeStamp;
        if (decided !== null) times.first ??= now();
        if (
          decided?.[1] === all &&
          /approved/.test(document.querySelector('[data-foot]').textContent)
        )
          setTimeout(() => resolve({ ...times, all: now() }));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  });
}
