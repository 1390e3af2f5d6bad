import type { AuditEntry } from 'contracts/audit';
import { actionText, AUDIT_ACTOR_TEXTS, changeText } from 'contracts/audit-texts';
import { formatDate, formatTime } from 'web-kit/formats';
import styles from './audit.module.css';

/** One line of the trail: who, what, when. */
export function EntryRow({ entry: { at, actor, action, count, subject, changes } }: { entry: AuditEntry }) {
  return (
    <li className={styles.entry}>
      <div>
        <p tabIndex={-1}>
          <strong>{actionText({ action, count })}</strong>
          {subject.name !== subject.slug && ` · ${subject.name}`}{' '}
          {subject.slug && <span className="soft">@{subject.slug}</span>}
        </p>
        {changes.length > 0 && (
          <ul className={styles.changes}>
            {changes.map((change) => (
              <li key={change.field}>{changeText(change)}</li>
            ))}
          </ul>
        )}
      </div>
      <p className="small soft">
        {actor.name ?? AUDIT_ACTOR_TEXTS[actor.role]}
        <br />
        <time dateTime={at}>
          {formatDate(at)} à {formatTime(at)}
        </time>
      </p>
    </li>
  );
}
