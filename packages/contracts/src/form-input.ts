/** Inputs that a form draws by their row alone; `picture`, `mediaList` and `custom` are components of their own. */
export const PLAIN_INPUTS = ['text', 'longText', 'number', 'time', 'email', 'url', 'toggle'] as const;
export type PlainInput = (typeof PLAIN_INPUTS)[number];

/** Presentation of a field in a panel's form. */
export interface FormInput<Section extends string> {
  section: Section;
  label: string;
  /** One sentence that helps before anything is wrong. */
  hint?: string;
  input: PlainInput | 'picture' | 'mediaList' | 'custom';
  placeholder?: string;
  /** Lines of a `longText`. */
  rows?: number;
  /** Takes a whole row of the section. */
  across?: true;
}
