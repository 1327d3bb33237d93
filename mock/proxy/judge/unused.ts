/**
 * Leaves out what Prism loads to make values up: the judge makes none, and it would take a quarter of its memory. Imported
 * for its effect, before Prism.
 */
import { registerHooks } from 'node:module';

/** Packages, and the code in their place. */
const UNUSED: Readonly<Record<string, string>> = {
  '@faker-js/faker': '',
  'json-schema-faker': 'exports.JSONSchemaFaker = { extend() {}, option() {} };',
  'postman-collection': '',
};

const SCHEME = 'unused:';

registerHooks({
  resolve(name, context, next) {
    if (!Object.hasOwn(UNUSED, name)) return next(name, context);
    return { url: `${SCHEME}${name}`, format: 'commonjs', shortCircuit: true };
  },
  load(url, context, next) {
    const source = url.startsWith(SCHEME) ? UNUSED[url.slice(SCHEME.length)] : undefined;
    return source === undefined ? next(url, context) : { format: 'commonjs', source, shortCircuit: true };
  },
});
