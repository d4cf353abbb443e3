// Imported first by every script, so that an old Node hears this instead of a syntax error.
const MINIMUM = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
  console.error(
    `Weftwork needs Node ${MINIMUM.join('.')} or newer; this is ${process.version} (${process.execPath}).\nInstall a current Node from https://nodejs.org and run the command again.`,
  );
  process.exit(1);
}
