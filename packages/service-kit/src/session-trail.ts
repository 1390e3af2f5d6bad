import type { EventData, EventName } from 'contracts/events';
import { PANEL_ROLES } from 'contracts/roles';
import type { PanelRole, TokenRole } from 'contracts/roles';
import type { FactorMethod } from 'contracts/second-factor';
import { createEvent, saveEvents } from './outbox.ts';
import type { Queryable } from './postgres.ts';

const isPanelRole = (role: TokenRole): role is PanelRole => (PANEL_ROLES as readonly TokenRole[]).includes(role);

/**
 * Records session and second-factor changes of affiliates and administrators in the audit trail, within the same transaction;
 * nothing for subscribers.
 */
export const createSessionTrail = (role: TokenRole) => {
  const save = async <Name extends Extract<EventName, `panel.${string}`>>(
    client: Queryable,
    name: Name,
    subjectId: string,
    facts: Omit<EventData<Name>, 'role' | 'subjectId'>,
  ): Promise<void> => {
    if (!isPanelRole(role)) return;
    // Logins, and logouts by cookie, carry no access token that identifies the actor.
    await saveEvents(client, {
      ...createEvent(name, { role, subjectId, ...facts } as EventData<Name>, 1),
      actor: { role, id: subjectId },
    });
  };
  return {
    entered: (client: Queryable, subjectId: string, device: string) =>
      save(client, 'panel.entered', subjectId, { device }),
    left: (client: Queryable, { subjectId, device }: { subjectId: string; device: string }) =>
      save(client, 'panel.left', subjectId, { device }),
    devicesRemoved: (client: Queryable, subjectId: string, ended: readonly { device: string }[]) =>
      save(client, 'panel.devices-removed', subjectId, { devices: ended.map(({ device }) => device) }),
    factorAdded: (client: Queryable, subjectId: string, method: FactorMethod) =>
      save(client, 'panel.factor-added', subjectId, { method }),
    factorRemoved: (client: Queryable, subjectId: string, method: FactorMethod) =>
      save(client, 'panel.factor-removed', subjectId, { method }),
  };
};
