// npm run screenshots -- <directory>: every page at 1440 and 390 px, light and dark.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Service } from '../support/service.ts';
import build from './support/build.ts';
import { launchChromium } from './support/chromium.ts';
import { allPages, type DashboardPage, LIVE_PAGE, livePage, show } from './support/pages.ts';
import { fillWithCalls } from './support/sample-calls.ts';
import { fillWithPeople } from './support/sample-people.ts';
import { type Login, makeOwner } from './support/sign-in.ts';
import { openPage } from './support/watched-page.ts';

const directory = path.resolve(process.argv[2] ?? 'screenshots');
/** Of these pages alone, by name. */
const only = process.argv.slice(3);

build();
await mkdir(directory, { recursive: true });
const [service, browser] = await Promise.all([Service.start(), launchChromium()]);
try {
  const owner = await makeOwner(service);
  await fillWithCalls(service);
  await fillWithPeople(service);
  const isWanted = ({ name }: { name: string }) => only.length === 0 || only.includes(name);
  for (const each of (await allPages(service)).filter(isWanted)) await shoot(each, owner);
  if (isWanted({ name: LIVE_PAGE })) await shoot(await livePage(service), owner);
} finally {
  await Promise.all([browser.close(), service.remove()]);
}

async function shoot(each: DashboardPage, owner: Login): Promise<void> {
  const { name, isPublic, open } = each;
  for (const width of [1440, 390]) {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, context } = await openPage(browser, service, {
        ...(isPublic ? {} : { login: owner }),
        width,
        scheme,
      });
      await show(page, each);
      // A dialog is where the window is, not where the page is.
      const file = path.join(directory, `${name}-${width}-${scheme}.png`);
      await page.screenshot({ path: file, fullPage: open === undefined });
      await context.close();
    }
  }
  process.stdout.write(`${name}\n`);
}
