import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '../../server/test/client.ts'
import type { Dice } from '../merge/random-values.ts'

/** A workbook whose tables are changed at random, over HTTP. */
export type World = { call: Call; at: string; dice: Dice; made: number }

const RETRY_MS = 2_000

/** Asks again where the service asks for time: a machine that is busy is no wrong answer. */
export const patient =
  (call: Call): Call =>
  async (...request) => {
    for (;;) {
      const called = await call(...request)
      if (![429, 503, 504].includes(called.status)) return called
      await pause(RETRY_MS)
    }
  }

/** Everything a snapshot has of a workbook, by table: its name, state, columns, rows and their ids. */
export type State = ReadonlyMap<string, { isActive: boolean; content: string }>

/** What a snapshot has is there again; what came after it is in the archive at most. */
export function isBack(then: State, now: State): boolean {
  const isAsThen = [...then].every(([id, { content }]) => now.get(id)?.content === content)
  return isAsThen && [...now].every(([id, { isActive }]) => then.has(id) || !isActive)
}

const TYPES = ['VARCHAR', 'INTEGER', 'DOUBLE', 'DATE'] as const

export async function readState({ call, at }: World): Promise<State> {
  const { artifacts } = (await call('GET', `${at}/artifacts?state=all`)).body
  const tables = new Map<string, { isActive: boolean; content: string }>()
  for (const { id, name, state } of artifacts) {
    const { columns, rows } = (await call('GET', `${at}/tables/${id}/rows?limit=1000`)).body
    const shape = columns.map((column: { name: string; type: string }) => [column.name, column.type])
    tables.set(id, { isActive: state === 'active', content: JSON.stringify([name, state, shape, rows]) })
  }
  return tables
}

export async function activeTables({ call, at }: World): Promise<{ id: string; name: string }[]> {
  return (await call('GET', `${at}/artifacts`)).body.artifacts
}

/** One change of some kind. Those that cannot be made are refused, which changes nothing. */
export async function takeStep(world: World) {
  const { call, at, dice } = world
  const tables = await activeTables(world)
  const table = tables[dice(Math.max(1, tables.length))]
  if (!table || (dice(12) === 0 && tables.length < 4)) return createTable(world)
  const path = `${at}/tables/${table.id}`
  const { columns } = (await call('GET', `${path}/columns`)).body
  const column = encodeURIComponent(columns[dice(columns.length)]?.name ?? '')
  const expected = { expected_version: null }
  switch (dice(12)) {
    case 0:
      return call('PATCH', path, { new_name: `t${dice(6)}`, ...expected })
    case 1:
      return dice(3) === 0 ? call('DELETE', `${path}?expected_version=null`) : undefined
    case 2:
      return dice(3) === 0 ? call('POST', `${at}/artifacts/${table.id}/archive`) : undefined
    case 3:
      return call('POST', `${path}/columns`, { column: `c${dice(8)}`, type: TYPES[dice(4)], ...expected })
    case 4:
      return call('DELETE', `${path}/columns/${column}?expected_version=null`)
    case 5:
      return call('PATCH', `${path}/columns/${column}`, { new_name: `c${dice(8)}`, ...expected })
    case 6:
      return call('PATCH', `${path}/columns/${column}`, { type: 'VARCHAR', ...expected })
    case 7:
      return call('POST', `${path}/rows/delete`, { row_ids: [1 + dice(20), 1 + dice(20)], ...expected })
    default:
      return writeRows(world, path, columns)
  }
}

async function createTable(world: World) {
  world.made += 1
  const columns = [{ name: 'c0' }, { name: 'c1', type: 'INTEGER' }]
  await world.call('POST', `${world.at}/tables`, { name: `t${world.dice(6)}`, columns })
}

async function writeRows({ call, dice }: World, path: string, columns: readonly { name: string; type: string }[]) {
  const rows = Array.from({ length: 1 + dice(4) }, () => ({
    ...(dice(2) === 0 ? { __svc_row_id: 1 + dice(12) } : {}),
    ...Object.fromEntries(columns.filter(() => dice(3) > 0).map(({ name, type }) => [name, anyValue(type, dice)])),
  }))
  await call('POST', `${path}/rows`, { rows, expected_version: null, on_error: 'skip' })
}

function anyValue(type: string, dice: Dice): unknown {
  if (dice(6) === 0) return null
  if (type === 'INTEGER') return dice(1000)
  if (type === 'DOUBLE') return dice(1000) / 8
  return type === 'DATE' ? `2026-01-${10 + dice(20)}` : `値 ${dice(1000)}`
}
