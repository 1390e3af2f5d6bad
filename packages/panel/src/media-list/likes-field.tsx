import { useState } from 'react';
import styles from './likes-field.module.css';

interface LikesFieldProps {
  /** Whose likes: "Photo 3". */
  name: string;
  likes: number | null;
  onChange: (likes: number | null) => void;
}

/** Likes are an integer; empty means none (specification, section 2). */
const likesOf = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null);
const textOf = (likes: number | null): string => (likes === null ? '' : String(likes));

export function LikesField({ name, likes, onChange }: LikesFieldProps) {
  /** What is being typed; null while nobody types. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      className={styles.likes}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      aria-label={`Likes de ${name}`}
      placeholder="Likes"
      value={typed ?? textOf(likes)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(likesOf(event.target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
