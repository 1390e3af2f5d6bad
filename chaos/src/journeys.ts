import { parseMediaList } from 'contracts/media-items';
import { checkPayment } from 'contracts/operations/billing';
import { getModel } from 'contracts/operations/models';
import { createCalls } from './client.ts';
import { startJourneyLoops } from './journey-loops.ts';
import { createPaymentJourney } from './payment-journey.ts';
import type { AcknowledgedPayments, Payer, PostbackMode } from './payment-journey.ts';
import type { Platform } from './platform.ts';
import { createSiteEditor } from './site-editor.ts';

/** Writes that the platform has acknowledged: the invariants compare the stores with them. */
interface Acknowledged extends AcknowledgedPayments {
  saves: string[];
  /** Every save that was sent, acknowledged or not, in order. */
  sentSaves: string[];
  uploads: string[];
}

/** Starts the journeys of visitors and the administrator, each in its own loop until `stop`. */
export const startJourneys = async (platform: Platform) => {
  const { url, partner, accounts } = platform.file();
  const call = createCalls(url);
  const acknowledged: Acknowledged = {
    registrations: [],
    payments: [],
    refunds: [],
    saves: [],
    sentSaves: [],
    uploads: [],
  };
  const editor = await createSiteEditor(call, accounts.administrator);
  const { slug } = editor.model;
  const { postbackKey } = platform;
  const pay = createPaymentJourney({ url, partner, postbackKey, call, slug, acknowledged });
  let mode: PostbackMode = 'once';

  const save = async () => {
    const bio = `saved ${acknowledged.sentSaves.length + 1}`;
    const token = await editor.token();
    acknowledged.sentSaves.push(bio);
    await editor.save(bio, token);
    acknowledged.saves.push(bio);
  };
  const upload = async () => {
    acknowledged.uploads.push(await editor.upload());
  };
  const loops = startJourneyLoops({
    payment: { run: () => pay(mode), pauseMs: 150 },
    save: { run: save, pauseMs: 300 },
    upload: { run: upload, pauseMs: 700 },
  });

  return {
    ...loops,
    acknowledged,
    model: editor.model,
    setMode: (next: PostbackMode): void => {
      mode = next;
    },
    hasPaid: async ({ token }: Payer): Promise<boolean> => (await call(checkPayment, { token })).response.hasPaid,
    /** Whether the locked photo is still locked for this payer. */
    isClosed: async ({ token }: Payer): Promise<boolean> =>
      parseMediaList((await call(getModel, { token, params: { slug } })).response.photo_items).some(
        ({ isViewable }) => !isViewable,
      ),
    savedText: editor.savedText,
  };
};
export type Journeys = Awaited<ReturnType<typeof startJourneys>>;
