// Generates the types of the API from the document that the server serves: `cargo xtask types`
// renews them, and with `--check` it fails where they are stale.

import { readFile, writeFile } from 'node:fs/promises';
import openapi, { astToString } from 'openapi-typescript';

import { Server } from '../tests/server.js';

const FILE = new URL('../openapi.d.ts', import.meta.url);

const HEAD = '// Generated from /api/openapi.json by `cargo xtask types`; types.d.ts names what the page uses.\n\n';

async function generate() {
  const server = new Server();
  try {
    await server.start();
    const answer = await fetch(`${server.url}/api/openapi.json`);
    if (!answer.ok) throw new Error(`/api/openapi.json: ${answer.status}`);
    // The page names the shapes alone; what an address takes and gives stands in its documentation.
    const document = { ...(await answer.json()), paths: {} };
    // An object whose fields are not described may have any.
    return HEAD + astToString(await openapi(document, { emptyObjectsUnknown: true }));
  } finally {
    await server.close();
  }
}

const text = await generate();
if (!process.argv.includes('--check')) await writeFile(FILE, text);
else if (text !== (await readFile(FILE, 'utf8'))) {
  console.error('web/openapi.d.ts is stale: the API has changed. `cargo xtask types` renews it.');
  process.exitCode = 1;
}
