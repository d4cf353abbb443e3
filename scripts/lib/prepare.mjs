/**
 * What must be there before anything can be built: the packages of package-lock.json and the database client
 * that Prisma generates.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashInputs, isFresh, stamped } from './stamps.mjs';
import { Advice, root, run, step } from './steps.mjs';

const INSTALL_STAMP = join(root, 'node_modules', '.weftwork-stamp');

const INSTALL_FLAGS = [
  // Not needed (what they would do is done here) and often blocked.
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  // Two quick retries: a machine without network should hear so before long.
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];

export async function prepare() {
  await ensurePackages();
  await ensureDatabaseClient();
}

async function ensurePackages() {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (readText(INSTALL_STAMP) === hash) return;
  if (!installedMatchesLock()) {
    const wanted = countOf(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
    await step('Installing packages', installPackages, {
      hint: `${wanted} of them, a minute or two the first time`,
      progress: () => `, ${installedFolders()} folders there`,
    });
  }
  writeFileSync(INSTALL_STAMP, hash);
}

/** Whether what npm last installed (its own record) is what the lock asks for; another platform's optional packages may lack. */
function installedMatchesLock() {
  const record = readText(join(root, 'node_modules', '.package-lock.json'));
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    const found = installed[path];
    if (found === undefined)
      return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return found.version === entry.version && existsSync(join(root, path));
  });
}

const countOf = (packages) => Object.keys(packages).filter((path) => path.includes('node_modules/')).length;

/** How far npm is: it makes the folders as it goes. */
function installedFolders() {
  try {
    return readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.')).length;
  } catch {
    return 0;
  }
}

async function installPackages() {
  const [command, ...args] = npmCommand();
  try {
    await run(command, [...args, 'ci', ...INSTALL_FLAGS]);
  } catch (error) {
    if (error.missing) {
      throw new Advice(
        'npm was not found. It comes with Node: install Node from https://nodejs.org and try again.',
      );
    }
    if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network/i.test(error.output ?? '')) {
      throw new Advice(
        `The npm registry cannot be reached, so the packages cannot be installed. Check the network (or the registry and proxy in "npm config list") and try again.\n\n${lastLines(error.output)}`,
      );
    }
    if (/ENOSPC/.test(error.output ?? ''))
      throw new Advice('The disk is full: the packages need about 1.5 GB.');
    if (/EACCES|EPERM/.test(error.output ?? '')) {
      throw new Advice(`The folder ${root} may not be written by this user.\n\n${lastLines(error.output)}`);
    }
    throw error;
  }
}

/** The npm that started us, else the one on the path. */
function npmCommand() {
  const path = process.env.npm_execpath;
  if (path?.endsWith('.js') && existsSync(path)) return [process.execPath, path];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

async function ensureDatabaseClient() {
  const schema = 'prisma/schema.prisma';
  const hash = hashInputs([schema, 'prisma.config.ts', 'node_modules/prisma/package.json']);
  if (isFresh('prisma', hash, ['packages/store/src/generated'])) return;
  await step('Generating the database client', () =>
    stamped('prisma', hash, () =>
      run(
        process.execPath,
        [join(root, 'node_modules/prisma/build/index.js'), 'generate', `--schema=${schema}`],
        {
          env: {
            // Generating needs no engine, but the command insists on one it would have to download.
            PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
            CHECKPOINT_DISABLE: '1',
            PRISMA_HIDE_UPDATE_MESSAGE: '1',
          },
        },
      ),
    ),
  );
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function lastLines(text = '') {
  return text.trimEnd().split('\n').slice(-6).join('\n');
}
