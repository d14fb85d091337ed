import type pg from 'pg'
import type { PreparedClient } from './prepared-client.ts'

/** Asks one statement, planned once per connection; its rows come as lists of values. */
export type AskLists = (text: string, values: unknown[]) => Promise<pg.QueryArrayResult<unknown[]>>

/** By database. A transaction has none: its statements go to its own connection. */
const ways = new WeakMap<object, AskLists>()

export const listsWayOf = (db: object): AskLists | undefined => ways.get(db)

/** `onQuery` is called after every statement. */
export function openListsWay(db: object, pool: pg.Pool, onQuery: ((seconds: number) => void) | undefined) {
  ways.set(db, async (text, values) => {
    const began = performance.now()
    // Safe: the pool was made with this class.
    const client = (await pool.connect()) as unknown as PreparedClient & pg.PoolClient
    try {
      return await client.queryLists(text, values)
    } finally {
      client.release()
      onQuery?.((performance.now() - began) / 1_000)
    }
  })
}
