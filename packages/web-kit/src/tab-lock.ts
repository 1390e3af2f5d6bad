/** Runs work of one name in one tab at a time, by a lock where the browser gives one. @throws what the work throws */
export const withTabLock = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  try {
    return await navigator.locks.request(name, begin);
  } catch (error) {
    if (hasBegun) throw error;
    // Browsers that refuse storage refuse locks too.
    return work();
  }
};
