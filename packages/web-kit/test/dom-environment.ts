import { TestEnvironment } from 'jest-environment-jsdom';

const FROM_NODE = [
  'TextEncoder',
  'TextDecoder',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
  'structuredClone',
  'Uint8Array',
  'BroadcastChannel',
] as const;

/** jsdom with the web APIs that Node has and jsdom lacks: react-router and the API client need them. */
export default class DomEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    for (const name of FROM_NODE)
      Object.defineProperty(this.global, name, { value: globalThis[name], configurable: true, writable: true });
  }
}
