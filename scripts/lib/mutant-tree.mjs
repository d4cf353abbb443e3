/** A copy of the repository in which sources may be changed, with the libraries of the original. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Advice, root } from './steps.mjs';

/** Copies what git knows or would know, as it stands in the working tree. */
export function copyTree() {
  mkdirSync(tmpdir(), { recursive: true });
  const copy = mkdtempSync(join(tmpdir(), 'weftwork-mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { force: true });
  }
  // Generated sources are not in git, and the packages must be those of the copy.
  cpSync(join(root, 'packages/store/src/generated'), join(copy, 'packages/store/src/generated'), {
    recursive: true,
  });
  linkLibraries(root, copy, (name) => name !== '@weftwork' && name !== '.cache');
  const ours = join(root, 'node_modules/@weftwork');
  cpSync(ours, join(copy, 'node_modules/@weftwork'), { recursive: true, verbatimSymlinks: true });
  for (const parent of ['packages', 'apps'])
    for (const name of readdirSync(join(copy, parent)))
      linkLibraries(join(root, parent, name), join(copy, parent, name));
  return { path: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}

function linkLibraries(from, to, wanted = () => true) {
  let names;
  try {
    names = readdirSync(join(from, 'node_modules'));
  } catch {
    return;
  }
  mkdirSync(join(to, 'node_modules'), { recursive: true });
  for (const name of names.filter(wanted))
    symlinkSync(join(from, 'node_modules', name), join(to, 'node_modules', name));
}

/** Changes the copy and answers how to change it back. An edit whose text is not there as often as it says is refused. */
export function applyEdits(copy, { name, edits }) {
  const before = new Map();
  for (const { file, find, replace, times = 1 } of edits) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    if (!before.has(path)) before.set(path, text);
    const found = text.split(find).length - 1;
    if (times === 'all' ? found === 0 : found !== times)
      throw new Advice(
        `The mutant "${name}" changes "${find}" in ${file}, where it stands ${found} times. Say in scripts/lib/mutants.mjs where this check is made now.`,
      );
    writeFileSync(
      path,
      text.replaceAll(find, () => replace),
    );
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}
