// The suite imports globSync from fs, which Node has from version 22 on, and
// does not use it for clients. With `node --import` this file lends it one that
// says so, so that the suite starts on Node 20 too.
import * as fs from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const suites = ['/@modelcontextprotocol/conformance/', '/conformance-next/'];
const lent = `export * from 'node:fs'; export { default } from 'node:fs';
export function globSync() { throw new Error('this needs Node 22 or newer'); }`;

// Node runs the hooks, from here on, in a thread that imports this file again.
if (isMainThread && !fs.globSync) register(import.meta.url);

export async function resolve(specifier, context, next) {
  if (specifier === 'fs' && suites.some((suite) => context.parentURL?.includes(suite))) {
    return { url: 'data:text/javascript,' + encodeURIComponent(lent), shortCircuit: true };
  }
  return next(specifier, context);
}
