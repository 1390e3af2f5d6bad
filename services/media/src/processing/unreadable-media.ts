/** The file is not the picture or video that it claims to be, or exceeds the limits: a retry cannot succeed. */
export class UnreadableMedia extends Error {
  /** Reason for the event and the log. */
  readonly reason: string;
  constructor(reason: string, { cause }: { cause?: unknown } = {}) {
    super(`unreadable media: ${reason}`, { cause });
    this.name = 'UnreadableMedia';
    this.reason = reason;
  }
}
