import { changeParts } from 'contracts/audit-texts';
import type { FieldChange } from 'contracts/field-change';
import styles from './audit.module.css';

/** Former and new value of every field; only the name for fields whose values are not shown. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <Change key={change.field} change={change} />
      ))}
    </dl>
  );
}

function Change({ change }: { change: FieldChange }) {
  const { label, before, after } = changeParts(change);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {before !== null && (
          <>
            <span className="visually-hidden">Avant&nbsp;: </span>
            <del>{before}</del>
            <span aria-hidden="true">→</span>
          </>
        )}
        {after !== null ? (
          <>
            {before !== null && <span className="visually-hidden">Après&nbsp;: </span>}
            <ins>{after}</ins>
          </>
        ) : (
          <span className="soft">modifié</span>
        )}
      </dd>
    </div>
  );
}
