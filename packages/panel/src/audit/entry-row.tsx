import type { AuditEntry } from 'contracts/audit';
import { actionText, AUDIT_ACTOR_TEXTS } from 'contracts/audit-texts';
import { ofName } from 'contracts/texts';
import { useState } from 'react';
import { TextButton, TextLink } from 'ui/text-link';
import { formatTime } from 'web-kit/formats';
import { Link } from 'web-kit/router';
import { EDITED_MODEL } from '../edited-model/index.tsx';
import type { PanelOwner } from '../panel-owner.ts';
import styles from './audit.module.css';
import { ChangeList } from './change-list.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

/** Returns the address of the subject's form, or of its entry in the list of affiliates. */
const addressOf = (kind: AuditEntry['subject']['kind'], slug: string): string =>
  `?${new URLSearchParams(kind === 'affiliate' ? { affilies: slug } : { [EDITED_MODEL]: slug }).toString()}`;

/** One line of the audit trail: actor, change and time. */
export function EntryRow({
  owner,
  isRestorable,
  entry: { id, at, actor, action, count, subject, version, changes },
}: {
  owner: PanelOwner;
  /** Whether restoring this version may change anything. */
  isRestorable: boolean;
  entry: AuditEntry;
}) {
  const [isRestoring, setIsRestoring] = useState(false);
  const { kind, name, slug, link } = subject;
  const who = name === slug ? null : name;
  return (
    <li className={styles.entry}>
      <div>
        <p tabIndex={-1} data-entry={id}>
          <strong>{actionText({ action, count })}</strong>
          {(who ?? slug) && ' · '}
          {link === null ? (
            who
          ) : (
            <TextLink href={addressOf(kind, link)} component={Link}>
              {who ?? `@${slug}`}
            </TextLink>
          )}{' '}
          {slug && (who !== null || link === null) && <span className="soft">@{slug}</span>}
        </p>
        {changes.length > 0 && <ChangeList changes={changes} />}
        {version && isRestorable && (
          <p className={styles.restore}>
            <TextButton aria-haspopup="dialog" onClick={() => setIsRestoring(true)}>
              Revenir à cet état
              <span className="visually-hidden">
                {' '}
                {ofName(name)}, n°&nbsp;{version.edit_revision}
              </span>
            </TextButton>
            <span className="small soft" aria-hidden="true">
              n°&nbsp;{version.edit_revision}
            </span>
          </p>
        )}
        {version && isRestoring && (
          <RestoreDialog owner={owner} name={name} at={at} version={version} onClose={() => setIsRestoring(false)} />
        )}
      </div>
      <p className="small soft">
        {actor.name ?? AUDIT_ACTOR_TEXTS[actor.role]}
        <br />
        <time dateTime={at}>{formatTime(at)}</time>
      </p>
    </li>
  );
}
