import { createHash } from 'node:crypto'
import pg from 'pg'

/** Statements a connection remembers; lists of many lengths would otherwise fill the server's memory. */
const MOST_STATEMENTS = 500

/**
 * A connection on which each statement is parsed and planned once. Planning takes longer than running where a table has
 * many partitions, and nearly every statement of ours is asked again and again with other values.
 */
export class PreparedClient extends pg.Client {
  #names = new Map<string, string>()
  #generation = 0

  // Safe: the callers' types are those of pg, which declares a dozen ways to call it; one of them is changed.
  override query = ((...args: unknown[]) => {
    const [text, values] = args
    const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0 && args.length === 2
    const name = isPlain ? this.#nameOf(text) : undefined
    if (!isPlain || name === undefined) return super.query(...(args as Parameters<pg.Client['query']>))
    return this.#ask({ text, values }, name)
  }) as pg.Client['query']

  /** The same with each row as a list of its values: a caller that asks often knows their names already. */
  queryLists(text: string, values: unknown[]): Promise<pg.QueryArrayResult<unknown[]>> {
    const asked = { text, values, rowMode: 'array' } as const
    const name = this.#nameOf(text)
    // Safe: pg answers so where lists are asked for.
    return (name === undefined ? super.query(asked) : this.#ask(asked, name)) as Promise<pg.QueryArrayResult<unknown[]>>
  }

  async #ask(asked: { text: string; values: unknown[]; rowMode?: 'array' }, name: string) {
    try {
      return await super.query({ ...asked, name })
    } catch (error) {
      if (!isOutdated(error)) throw error
      // A migration has changed a table since: statements planned for the old one are planned again, under other names.
      this.#names.clear()
      this.#generation += 1
      if (!this.#isIdle()) throw error
      return await super.query(asked)
    }
  }

  /** No transaction is open, which would be broken now. */
  #isIdle(): boolean {
    // Safe: pg has this method; its types do not know it yet.
    return (this as unknown as { getTransactionStatus(): string | null }).getTransactionStatus() === 'I'
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_STATEMENTS) return known
    const name = `${this.#generation}-${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    this.#names.set(text, name)
    return name
  }
}

const isOutdated = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.message.startsWith('cached plan')
