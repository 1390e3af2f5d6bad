/** An error that the operator can act on: printed by its message alone, without a stack. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}
