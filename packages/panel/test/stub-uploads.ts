import { afterEach, beforeEach } from '@jest/globals';

/** Uploads of the present test, in the order in which they were sent; none has a response by itself. */
export const sent: { onload?: () => void; status: number; responseText: string }[] = [];

/** Replaces XMLHttpRequest in each test of the file. */
export const stubUploads = (): void => {
  const network = globalThis.XMLHttpRequest;
  beforeEach(() => {
    sent.length = 0;
    Object.assign(globalThis, {
      XMLHttpRequest: class {
        upload = {};
        status = 0;
        responseText = '';
        open() {}
        setRequestHeader() {}
        abort() {}
        send() {
          sent.push(this);
        }
      },
    });
  });
  afterEach(() => void Object.assign(globalThis, { XMLHttpRequest: network }));
};
