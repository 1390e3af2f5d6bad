import { useId, type ComponentProps } from 'react';
import Search from 'lucide-react/icons/search';
import { classNames } from '../class-names.ts';
import field from '../field/field.module.css';
import styles from './search-field.module.css';

export interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Accessible name and placeholder. */
  label: string;
  /** Makes it as high as an adjacent field. */
  tall?: boolean;
}

/** Search field of one line. */
export function SearchField({ label, tall, className, ...input }: SearchFieldProps) {
  const id = useId();
  return (
    <div className={styles.search}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Search />
      <input
        id={id}
        type="search"
        placeholder={label}
        autoComplete="off"
        className={classNames(field.control, styles.input, tall && styles.tall, className)}
        {...input}
      />
    </div>
  );
}
