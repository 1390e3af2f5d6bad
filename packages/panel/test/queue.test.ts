import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ApiError } from 'web-kit/api';
import { apiErrorOf } from 'web-kit/api-error';
import type { Connection } from '../src/uploads/connection.ts';
import { createQueue } from '../src/uploads/queue.ts';
import type { Job, Queue, Send } from '../src/uploads/queue.ts';

/** Creates a transport whose attempts the test completes. */
const createTransport = () => {
  const attempts: {
    name: string;
    progress: (share: number) => void;
    succeed: () => Promise<void>;
    fail: (error: unknown) => Promise<void>;
    signal: AbortSignal;
  }[] = [];
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const send =
    (name: string): Send<string> =>
    ({ signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        const finish = (end: () => void) => {
          end();
          return settled();
        };
        attempts.push({
          name,
          signal,
          progress: onProgress,
          succeed: () => finish(() => resolve(name)),
          fail: (error) => finish(() => reject(error)),
        });
      });
  const last = (name: string) => {
    const attempt = attempts.findLast((known) => known.name === name);
    if (!attempt) throw new Error(`${name} was never sent`);
    return attempt;
  };
  return { attempts, send, last, settled };
};

const createConnection = () => {
  let isOnline = true;
  const listeners = new Set<() => void>();
  const turn = (next: boolean) => {
    isOnline = next;
    for (const listener of listeners) listener();
  };
  const connection: Connection = {
    isOnline: () => isOnline,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { connection, goOffline: () => turn(false), goOnline: () => turn(true) };
};

const queues: Queue[] = [];
const noResponse = new ApiError({ status: 0, code: 'UPLOAD_FAILED' });
const setUp = () => {
  const transport = createTransport();
  const network = createConnection();
  const queue = createQueue({ connection: network.connection });
  queues.push(queue);
  const arrived: string[] = [];
  const job = (name: string, rejection: string | null = null): Job<string> => ({
    list: 'photos',
    file: new File(['0123456789'], name),
    rejection,
    send: transport.send(name),
    onDone: (response) => arrived.push(response),
  });
  const states = () => queue.entries('photos').map(({ file, state }) => `${file.name} ${state}`);
  const idOf = (name: string) => queue.entries('photos').find(({ file }) => file.name === name)?.id ?? '';
  return { ...transport, ...network, queue, arrived, job, states, idOf };
};

afterEach(() => {
  for (const queue of queues.splice(0)) queue.clear();
  jest.useRealTimers();
});

describe('the upload queue', () => {
  test('sends three of five added files at a time, and starts the next as each arrives', async () => {
    const { queue, job, states, last, arrived } = setUp();
    queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => job(name)));
    expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting', 'e waiting']);
    await last('b').succeed();
    expect(arrived).toEqual(['b']);
    expect(states()).toEqual(['a sending', 'c sending', 'd sending', 'e waiting']);
    expect(queue.running()).toBe(4);
  });

  test('lists a file that is rejected beforehand with its sentence, and never sends it', () => {
    const { queue, job, attempts } = setUp();
    queue.add([job('large', 'Trop volumineux')]);
    queue.retry(queue.entries('photos')[0]?.id ?? '');
    expect(queue.entries('photos')).toEqual([
      expect.objectContaining({ state: 'failed', error: 'Trop volumineux', isRejected: true }),
    ]);
    expect(attempts).toEqual([]);
    expect(queue.running()).toBe(0);
  });

  test('shows the server’s text for a rejected file, continues with the others, and sends it again on request', async () => {
    const { queue, job, states, last, idOf, attempts, arrived } = setUp();
    queue.add(['a', 'b', 'c', 'd'].map((name) => job(name)));
    await last('a').fail(
      new ApiError({
        status: 413,
        code: 'MODEL_QUOTA_EXCEEDED',
        message: 'Ce modèle a atteint sa limite de fichiers.',
      }),
    );
    expect(states()).toEqual(['a failed', 'b sending', 'c sending', 'd sending']);
    expect(queue.entries('photos')[0]?.error).toBe('Ce modèle a atteint sa limite de fichiers.');
    queue.retry(idOf('a'));
    expect(states()[0]).toBe('a waiting');
    await last('b').succeed();
    expect(states()).toEqual(['a sending', 'c sending', 'd sending']);
    expect(attempts.filter(({ name }) => name === 'a')).toHaveLength(2);
    await last('a').succeed();
    expect(arrived).toEqual(['b', 'a']);
  });

  test('offers no retry of a file whose type or size the server rejects', async () => {
    const { queue, job, states, last, idOf, attempts } = setUp();
    queue.add(['a', 'b'].map((name) => job(name)));
    await last('a').fail(new ApiError({ status: 415, code: 'INVALID_FILE_TYPE' }));
    await last('b').fail(new ApiError({ status: 413, code: 'FILE_TOO_LARGE' }));
    expect(queue.entries('photos').map(({ isRejected }) => isRejected)).toEqual([true, true]);
    queue.retry(idOf('a'));
    expect(states()).toEqual(['a failed', 'b failed']);
    expect(attempts).toHaveLength(2);
  });

  test('aborts a cancelled file, stores nothing of it, and starts the next', async () => {
    const { queue, job, states, last, idOf, arrived, settled } = setUp();
    queue.add(['a', 'b', 'c', 'd'].map((name) => job(name)));
    queue.remove(idOf('a'));
    await settled();
    expect(last('a').signal.aborted).toBe(true);
    expect(states()).toEqual(['b sending', 'c sending', 'd sending']);
    expect(arrived).toEqual([]);
  });

  test('pauses what is under way without a network, keeps its place, and resumes with the network', async () => {
    const { queue, job, states, goOffline, goOnline, last, settled } = setUp();
    queue.add(['a', 'b', 'c', 'd'].map((name) => job(name)));
    goOffline();
    await settled();
    expect(states()).toEqual(['a paused', 'b paused', 'c paused', 'd waiting']);
    goOnline();
    expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
    await last('a').succeed();
    expect(states()).toEqual(['b sending', 'c sending', 'd sending']);
  });

  test('retries a file after a second without a response and waits for a manual retry after ten attempts', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { queue, job, states, last, attempts } = setUp();
    queue.add([job('a')]);
    await last('a').fail(noResponse);
    expect(states()).toEqual(['a paused']);
    jest.advanceTimersByTime(999);
    expect(attempts).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(states()).toEqual(['a sending']);
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      await last('a').fail(noResponse);
      jest.advanceTimersByTime(15_000);
    }
    expect(attempts).toHaveLength(10);
    expect(queue.entries('photos')).toEqual([
      expect.objectContaining({ state: 'failed', error: "Erreur lors de l'upload. Vérifiez votre connexion." }),
    ]);
  });

  test('retries while the server has no room for a file and shows the reason', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { queue, job, last, arrived } = setUp();
    const noRoom = new ApiError({
      status: 429,
      code: 'TOO_MANY_UPLOADS',
      message: 'Vous avez atteint votre limite de 8 envois simultanés.',
    });
    queue.add([job('a'), job('b')]);
    await last('a').fail(noRoom);
    expect(queue.entries('photos')[0]).toMatchObject({
      state: 'paused',
      error: 'Vous avez atteint votre limite de 8 envois simultanés.',
    });
    jest.advanceTimersByTime(1_000);
    expect(queue.entries('photos')[0]).toMatchObject({ state: 'sending' });
    expect(queue.entries('photos')[0]).not.toHaveProperty('error');
    await last('a').succeed();
    expect(arrived).toEqual(['a']);
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await last('b').fail(noRoom);
      jest.advanceTimersByTime(15_000);
    }
    expect(queue.entries('photos')).toEqual([
      expect.objectContaining({ state: 'failed', error: 'Vous avez atteint votre limite de 8 envois simultanés.' }),
    ]);
  });

  test('waits as long as the server requires after too many requests, and shows its reason', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { queue, job, last, states } = setUp();
    queue.add([job('a')]);
    await last('a').fail(apiErrorOf(429, '{"error":"Trop de requêtes.","code":"TOO_MANY_REQUESTS"}', '20'));
    expect(queue.entries('photos')[0]).toMatchObject({ state: 'paused', error: 'Trop de requêtes.' });
    jest.advanceTimersByTime(19_999);
    expect(states()).toEqual(['a paused']);
    jest.advanceTimersByTime(1);
    expect(states()).toEqual(['a sending']);
    // The response to a HEAD has no body.
    await last('a').fail(apiErrorOf(429, ''));
    expect(queue.entries('photos')[0]).toMatchObject({ error: 'Trop de requêtes. Patientez un instant.' });
  });

  test('reports the sentence of a file that fails, or is rejected beforehand', async () => {
    const { queue, job, last } = setUp();
    const failures: string[] = [];
    const onFailed = (text: string) => void failures.push(text);
    queue.add([
      { ...job('a', 'Trop grand.'), onFailed },
      { ...job('b'), onFailed },
    ]);
    await last('b').fail(apiErrorOf(400, '{"error":"Illisible."}'));
    expect(failures).toEqual(['Trop grand.', 'Illisible.']);
  });

  test('continues to try while every attempt makes progress', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { queue, job, states, last } = setUp();
    queue.add([job('a')]);
    for (let step = 1; step <= 9; step += 1) {
      for (const share of [step / 10, step / 10 - 0.05]) {
        last('a').progress(share);
        await last('a').fail(noResponse);
        jest.advanceTimersByTime(15_000);
      }
    }
    expect(states()).toEqual(['a sending']);
  });

  test('treats an attempt without progress for long as lost', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { queue, job, states, last, settled } = setUp();
    queue.add([job('a')]);
    jest.advanceTimersByTime(150_000);
    await settled();
    expect(last('a').signal.aborted).toBe(true);
    expect(states()).toEqual(['a paused']);
  });

  test('keeps the entries of the other lists the same array when the progress of one is reported', () => {
    const { queue, job, last } = setUp();
    queue.add([job('a'), { ...job('b'), list: 'videos' }]);
    const videos = queue.entries('videos');
    last('a').progress(1);
    expect(queue.entries('photos')[0]?.sentBytes).toBe(10);
    expect(queue.entries('videos')).toBe(videos);
  });

  test('ends everything and starts nothing of a cleared queue', () => {
    const { queue, job, attempts } = setUp();
    queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => job(name)));
    queue.clear();
    expect(queue.running()).toBe(0);
    expect(attempts.map(({ name, signal }) => [name, signal.aborted])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ]);
  });
});
