import type { ModelView } from 'contracts/models';
import { liveCalendarPath } from 'contracts/pages';
import { ofName } from 'contracts/texts';
import BellPlus from 'lucide-react/icons/bell-plus';
import { Suspense, useState } from 'react';
import type { MouseEvent } from 'react';
import { ButtonLink } from 'ui/button';
import { ReminderDialog } from '../notifications/index.ts';

/**
 * Offers to be notified of the next live: by the calendar file, which the link leads to without scripts, by a push message, or
 * by mail. Nothing while it lasts, or where there is never one.
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
