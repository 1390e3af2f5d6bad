/** Waits until `holds` answers something truthy, asking every 20 ms. */
export const until = async <Result>(
  what: string,
  holds: () => Result | Promise<Result>,
  deadlineMs = 15_000,
): Promise<Exclude<NonNullable<Result>, false>> => {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const result = await holds();
    if (result) return result as Exclude<NonNullable<Result>, false>;
    if (Date.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
