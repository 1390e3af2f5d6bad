import type { ModelView } from 'contracts/models';
import { liveCalendarPath } from 'contracts/pages';
import { ofName } from 'contracts/texts';
import BellPlus from 'lucide-react/icons/bell-plus';
import { Suspense, useState } from 'react';
import type { MouseEvent } from 'react';
import { ButtonLink } from 'ui/button';
import { ReminderDialog } from '../notifications/index.ts';

/**
 * Offers ways to be notified of the next live: the calendar file, which works without scripts, a push message or a mail. Renders
 * nothing during a live, or for a model without a schedule.
 */
export function LiveReminder({ model, small = false }: { model: ModelView; small?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  if (model.is_live || model.live_schedule_start === model.live_schedule_end) return null;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <ButtonLink
        variant="onPicture"
        small={small}
        href={liveCalendarPath(model.slug)}
        rel="nofollow"
        aria-haspopup="dialog"
        onClick={open}
      >
        <BellPlus />
        Me prévenir
        <span className="visually-hidden"> du prochain live {ofName(model.name)}</span>
      </ButtonLink>
      {isOpen && (
        <Suspense fallback={null}>
          <ReminderDialog model={model} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
