// Loaded with --import into each process of a stack that chaos starts: shifts its clock and fills its disk as the faults file
// states.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const POLL_INTERVAL_MS = 100;
const STANDARD_ERROR = 2;

const faultsFile = new URL(import.meta.url).searchParams.get('faults') ?? '';
let faults = { clockShiftMs: 0, isDiskReported: false, isDiskFull: false };

const readFaults = () => {
  // The file is replaced by a rename, so it is always complete. A process without an entry has no faults.
  const all = fs.existsSync(faultsFile) ? JSON.parse(fs.readFileSync(faultsFile, 'utf8')) : {};
  faults = { clockShiftMs: 0, isDiskReported: false, isDiskFull: false, ...all[process.pid] };
};
readFaults();
setInterval(readFaults, POLL_INTERVAL_MS).unref();

const TrueDate = Date;
const now = () => TrueDate.now() + faults.clockShiftMs;
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: (target) => new target(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

const noSpace = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });

const trueStatfs = fs.promises.statfs;
fs.promises.statfs = async (...values) => {
  const found = await trueStatfs(...values);
  return faults.isDiskReported ? Object.assign(found, { bavail: 0, bfree: 0 }) : found;
};
for (const name of ['write', 'writev']) {
  const trueWrite = fs[name];
  fs[name] = (descriptor, ...values) => {
    const callback = values.at(-1);
    if (faults.isDiskFull && descriptor > STANDARD_ERROR && typeof callback === 'function')
      process.nextTick(callback, noSpace());
    else trueWrite(descriptor, ...values);
  };
}
const trueOpen = fs.promises.open;
fs.promises.open = async (...values) => {
  const handle = await trueOpen(...values);
  for (const name of ['write', 'writev', 'writeFile', 'appendFile']) {
    const trueWrite = handle[name].bind(handle);
    handle[name] = async (...parts) => {
      if (faults.isDiskFull) throw noSpace();
      return trueWrite(...parts);
    };
  }
  return handle;
};
syncBuiltinESMExports();
