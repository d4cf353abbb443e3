/** The browser of the browser tests: Debian's chromium, and a font with Chinese glyphs. */
import { existsSync } from 'node:fs';
import { Advice, run, step } from './steps.mjs';

const PACKAGES = ['chromium', 'fonts-noto-cjk'];

export async function ensureBrowser() {
  const missing = await findMissing();
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Advice(
      `The browser tests need ${missing.join(' and ')}. On Debian: sudo ${command}\nElsewhere install Chromium and a font with Chinese glyphs, and set WEFTWORK_CHROMIUM to the browser's path.`,
    );
  }
  await step(`Installing ${missing.join(' and ')}`, async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', command.split(' ').slice(1), { env });
  });
}

async function findMissing() {
  const browser = process.env.WEFTWORK_CHROMIUM ?? '/usr/bin/chromium';
  const missing = existsSync(browser) ? [] : [PACKAGES[0]];
  const fonts = await run('fc-list', [':lang=zh']).catch(() => '');
  if (fonts.trim() === '') missing.push(PACKAGES[1]);
  return missing;
}
