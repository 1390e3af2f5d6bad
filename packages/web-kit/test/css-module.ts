/** Stand-in for CSS modules in tests: every class name equals its key. */
export default new Proxy({}, { get: (_, key) => (key === '__esModule' ? false : String(key)) });
