module.exports = globalThis.__REFRESH__ ??= require('react-refresh-impl');
