import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hydrateLibraryLinks } from './binaries';

let dir: string;
const target = () => join(dir, 'package/native/lib/libx.so.1');

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'weftwork-links-'));
  await mkdir(join(dir, 'package/native/lib'), { recursive: true });
  await writeFile(join(dir, 'package/native/lib/libx.so.1.2'), 'library');
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
  await writeFile(join(dir, 'package/native/pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => rm(dir, { recursive: true, force: true }));

describe('hydrateLibraryLinks', () => {
  it('lays the links that the install script left out, and does nothing the second time', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect(await hydrateLibraryLinks(join(dir, 'package'), join(dir, 'links'))).toBe(false);
      expect(await readFile(target(), 'utf8')).toBe('library');
    }
  });

  it.skipIf(process.getuid?.() === 0)(
    'lays them elsewhere when the package folder is read-only',
    async () => {
      await chmod(join(dir, 'package/native/lib'), 0o555);
      expect(await hydrateLibraryLinks(join(dir, 'package'), join(dir, 'links'))).toBe(true);
      expect(await readFile(join(dir, 'links/libx.so.1'), 'utf8')).toBe('library');
      await chmod(join(dir, 'package/native/lib'), 0o755);
    },
  );
});
