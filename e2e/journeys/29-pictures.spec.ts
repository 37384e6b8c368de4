import { expect, test } from '../fixtures/scenario.ts';
import { isTaking, openAlbum } from '../fixtures/pictures/album.ts';
import { bringFonts } from '../fixtures/pictures/fonts.ts';
import { everyView, themes } from '../fixtures/views/walk.ts';
import { wholeChromium } from '../fixtures/whole-chromium.ts';

// Separate files per theme would repeat this, so they run in parallel. They take minutes and cover
// only looks, so they wait for the full lane; noticing a lost part doesn't.
test.describe.configure({ mode: 'parallel' });

// Pictures show native controls, which a headless shell draws differently.
test.use(wholeChromium);

// A background page draws once a second unless filmed; bringing it to the front changes the focus.
test.use({ trace: 'retain-on-failure', contextOptions: { reducedMotion: 'no-preference' } });

/** Its rows are in the order in which several servers happened to answer. */
const unsteady: ReadonlySet<string> = new Set(['protocol', 'protocol, a request']);

/** Drawn for the README and not compared: the editor colors a removed line only if it's quick enough. */
const ofReadme = 'changed skill';

for (const theme of themes) {
  test.describe(`pictures, ${theme.toLowerCase()} @browser`, () => {
    test.slow();

    test('every view matches its picture at three widths @full', async ({ app, scenario }) => {
      const { page } = app;
      await bringFonts(page);
      const album = openAlbum(page, await page.context().newPage(), theme);
      const look = async (view: string): Promise<void> => {
        const isWanted = view === ofReadme ? isTaking && theme === 'Light' : !unsteady.has(view);
        if (isWanted) await album.look(view);
      };
      await everyView({ app, page, scenario, theme, look });
      expect(album.other, 'if they are meant to be so: npm run pictures').toEqual([]);
    });
  });
}

test('a view that lost a part doesn’t match its picture @browser @full', async ({ app }) => {
  test.skip(isTaking, 'pictures are taken, and this one would be');
  const { page } = app;
  await bringFonts(page);
  await expect(page.getByRole('button', { name: /^Try the sample/ })).toBeVisible();
  const workshop = await page.context().newPage();
  // The first door has the focus, which the picture was drawn without.
  await page.getByRole('button', { name: /^Import/ }).blur();
  const whole = openAlbum(page, workshop, 'Light');
  await whole.look('first run');
  expect(whole.other).toEqual([]);
  await page
    .getByRole('button', { name: /^Try the sample/ })
    .evaluate((button) => ((button.parentElement ?? button).style.visibility = 'hidden'));
  const lacking = openAlbum(page, workshop, 'Light', 1);
  await lacking.look('first run');
  expect(lacking.other).toHaveLength(3);
});
