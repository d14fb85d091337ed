import { createClient } from '../../sdk/src/bindery.ts'
import type { Ended, Order } from './clients.ts'
import { drive, type World } from './drive.ts'
import { knownTable } from './known-table.ts'
import { countLostRows } from './lost-rows.ts'

/** All clients of a proof, in a process of their own: what they take is none of the service's. They do one order after the other. */
let world: World | undefined

process.on('message', (order: Order) => {
  obey(order).then(
    (done) => process.send?.({ done } satisfies Ended),
    (error: unknown) =>
      process.send?.({ failed: error instanceof Error ? (error.stack ?? '') : String(error) } satisfies Ended),
  )
})

async function obey(order: Order): Promise<unknown> {
  if (order.kind === 'begin') {
    const { url, retries, timeoutMs, tables } = order
    const tokens = new Set(tables.flatMap((table) => table.tokens))
    const clients = new Map([...tokens].map((token) => [token, createClient({ url, token, retries, timeoutMs })]))
    world = { clients, tables: tables.map(knownTable) }
    return undefined
  }
  if (!world) throw new Error('the clients have not begun')
  if (order.kind === 'count lost') return countLostRows(world)
  const { byKind, ...driven } = await drive(world, order.pace)
  return { ...driven, byKind: Object.fromEntries(byKind) }
}
