/** Inputs that a form renders from the table row alone; `picture`, `mediaList` and `custom` need their own components. */
export const PLAIN_INPUTS = ['text', 'longText', 'number', 'time', 'email', 'url', 'toggle'] as const;
export type PlainInput = (typeof PLAIN_INPUTS)[number];

/** Presentation of a field in a panel's form. */
export interface FormInput<Section extends string> {
  section: Section;
  label: string;
  /** Help text of one sentence. */
  hint?: string;
  input: PlainInput | 'picture' | 'mediaList' | 'custom';
  placeholder?: string;
  /** Number of lines of a `longText`. */
  rows?: number;
  /** Whether the input takes a whole row of the section. */
  across?: true;
}
