/** Runs work of one name in one tab at a time, where the browser supports locks. @throws what the work throws */
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
    // Browsers that block storage block locks too.
    return work();
  }
};
