// Packages that ship only ES modules have no 'require' condition: retried with 'import', since everything is compiled to CommonJS here.
module.exports = (request, options) => {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    const conditions = [...new Set([...options.conditions.filter((c) => c !== 'require'), 'import'])];
    try {
      return options.defaultResolver(request, { ...options, conditions });
    } catch {
      throw error;
    }
  }
};
