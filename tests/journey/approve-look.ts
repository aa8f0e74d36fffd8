import { buildIfStale } from '../../dev/build-site.ts';
import { looks, startLook } from './look.ts';

const [command, beginning = ''] = process.argv.slice(2);
const wanted = looks.filter(({ pictures }) => pictures.some((name) => name.startsWith(beginning)));
if (command !== 'approve' || wanted.length === 0) {
  console.error(`npm run look -- approve [home-360-dark | home | …]: what there is begins with
${looks.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

await buildIfStale('site', console.info);
const look = await startLook();
// All pictures must be from the same browser version: with another version, approve all of them.
const refusal = beginning && look.otherBrowser;
if (refusal) {
  console.error(refusal);
  process.exitCode = 2;
}
try {
  for (const state of refusal ? [] : wanted) {
    for (const name of await look.approve(state, beginning)) console.info(`Approved ${name}.`);
  }
} finally {
  await look.stop();
}
