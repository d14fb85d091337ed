/**
 * Reads that a request will most likely want, begun while it is still found out who asks. Who may not come in never looks at
 * them. Each is taken once: a second read must see the state by then.
 */
export class Ahead {
  readonly #begun = new Map<string, Promise<unknown>>()

  begin(what: string, read: Promise<unknown>) {
    // It may never be taken.
    read.catch(() => {})
    this.#begun.set(what, read)
  }

  /** Safe only if `what` is begun with reads of one type, which its callers ensure. */
  take<T>(what: string): Promise<T> | undefined {
    const read = this.#begun.get(what)
    this.#begun.delete(what)
    // Safe: see above.
    return read as Promise<T> | undefined
  }
}
