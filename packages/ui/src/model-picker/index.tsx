import { useId } from 'react';
import { Avatar } from '../avatar/index.tsx';
import { FieldError } from '../field/frame.tsx';
import type { PictureSource } from '../picture/index.tsx';
import styles from './model-picker.module.css';

export interface PickedModel {
  value: string;
  name: string;
  avatar?: PictureSource | null;
  live?: boolean;
}

export interface ModelPickerProps {
  label: string;
  models: readonly PickedModel[];
  value: string | undefined;
  onChange: (value: string) => void;
  error?: string;
}

/** Radio group of avatars in one row that scrolls sideways. */
export function ModelPicker({ label, models, value, onChange, error }: ModelPickerProps) {
  const id = useId();
  return (
    <fieldset className={styles.who} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      <div className={styles.row}>
        {models.map((model) => (
          <label key={model.value}>
            <input
              type="radio"
              name={id}
              value={model.value}
              checked={model.value === value}
              onChange={() => onChange(model.value)}
            />
            <span className={styles.face}>
              <Avatar source={model.avatar} live={model.live} tag decorative />
            </span>
            <span className={styles.name}>{model.name}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
