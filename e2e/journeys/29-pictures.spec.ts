import { expect, test } from '../fixtures/scenario.ts';
import { isTaking, openAlbum } from '../fixtures/pictures/album.ts';
import { bringFonts } from '../fixtures/pictures/fonts.ts';
import { everyView, themes } from '../fixtures/views/walk.ts';

// One file a theme would say the same three times: they may run beside each other. They take minutes
// and tell of looks alone, so they wait for the full lane; that a lost part is noticed doesn't.
test.describe.configure({ mode: 'parallel' });

// A page behind another draws once a second, unless it's filmed; brought to the front it has another focus.
test.use({ trace: 'retain-on-failure', contextOptions: { reducedMotion: 'no-preference' } });

/** Full of rows in the order in which several servers happened to answer: no two runs are alike. */
const unsteady: ReadonlySet<string> = new Set(['protocol', 'protocol, a request']);

for (const theme of themes) {
  test.describe(`pictures, ${theme.toLowerCase()} @browser`, () => {
    test.slow();

    test('every view looks as committed, at three widths @full', async ({ app, scenario }) => {
      const { page } = app;
      await bringFonts(page);
      const album = openAlbum(page, await page.context().newPage(), theme);
      const look = async (view: string): Promise<void> => {
        if (!unsteady.has(view)) await album.look(view);
      };
      await everyView({ app, page, scenario, theme, look });
      expect(album.other, 'if they are meant to be so: npm run pictures').toEqual([]);
    });
  });
}

test('a view that lost a part of it is not as committed @browser', async ({ app }) => {
  test.skip(isTaking, 'pictures are taken, and this one would be');
  const { page } = app;
  await bringFonts(page);
  await expect(page.getByRole('button', { name: /^Try the sample/ })).toBeVisible();
  const workshop = await page.context().newPage();
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
