import { createRequire } from 'node:module';

/**
 * Loads React's production build, as images do by NODE_ENV, in the stack of `npm start` too, whose NODE_ENV is development: the
 * development build takes twice the time of a mail (ADR 0102). React chooses when it is loaded first, so this is imported before
 * the modules that import it. Tests retain its warnings.
 */
const { NODE_ENV } = process.env;
if (NODE_ENV !== 'test') {
  process.env.NODE_ENV = 'production';
  const load = createRequire(import.meta.url);
  for (const module of ['react', 'react/jsx-runtime', 'react-dom/server']) load(module);
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
}
