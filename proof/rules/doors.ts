import { uploadTo } from '../../server/test/upload.ts'
import { anyRow, isGood, keyOf, type Random, toWire, type World } from './model.ts'
import { type Counts, type Desk, judge, unlike } from './writer.ts'

export type RulesService = { url: string; token: string }

/** Changes one cell of one row by its address; the only row at the desk that stands at it. */
export async function writeByAddress(desk: Desk, random: Random, world: World, counts: Counts) {
  const ids = [...desk.rows.keys()].sort((a, b) => a - b)
  const n = Math.floor(random() * ids.length)
  const [rowId, row] = [ids[n], desk.rows.get(ids[n] ?? 0)]
  if (rowId === undefined || !row) return
  const quantity = random() < 0.5 ? Math.floor(random() * (world.most + 1)) : world.most + 1
  const values = [[quantity]]
  const answer = await desk.call('PUT', `${desk.at}/tables/${desk.table}/a1`, {
    range: `C${n + 2}`,
    values,
    expected_version: null,
  })
  if (judge(counts, 'a1', answer, isGood({ ...row, quantity }, world))) desk.rows.set(rowId, { ...row, quantity })
}

/** Deletes a row, makes another with its key, and takes the deletion back: the key would be there twice. */
export async function undoDeletion(desk: Desk, random: Random, world: World, counts: Counts) {
  const found = [...desk.rows].find(([, row]) => keyOf(row, world) !== null && row.state !== null)
  if (!found) return
  const [rowId, row] = found
  const rows = `${desk.at}/tables/${desk.table}/rows`
  const deleted = await desk.call('DELETE', `${rows}/${rowId}?expected_version=null`)
  if (!judge(counts, 'delete', deleted, true)) return
  desk.rows.delete(rowId)
  const isBlocked = random() < 0.5
  if (isBlocked) {
    const made = await desk.call('POST', rows, { expected_version: null, rows: [toWire(row)] })
    if (judge(counts, 'rows', made, true)) desk.rows.set(made.body.row_ids[0], row)
  }
  const undone = await desk.call('POST', `${desk.at}/ops/${deleted.body.op_id}/undo`)
  if (judge(counts, 'undo', undone, !isBlocked)) desk.rows.set(rowId, row)
}

/** Adds the rows of a file: all of them, or none. */
export async function materialize(desk: Desk, place: RulesService, random: Random, world: World, counts: Counts) {
  const taken = new Set([...desk.rows.values()].map((row) => keyOf(row, world)))
  const rows = Array.from({ length: 5 }, () => anyRow(random, desk.writer, world)).filter((row) => row.code !== null)
  const keys = rows.flatMap((row) => keyOf(row, world) ?? [])
  const areNew = new Set(keys).size === keys.length && keys.every((key) => !taken.has(key))
  const isRight = areNew && rows.every((row) => isGood(row, world))
  const names = ['code', 'item', 'quantity', 'net', 'gross', 'state'] as const
  const lines = rows.map((row) => names.map((name) => toWire(row)[name] ?? '').join(','))
  const filename = `${desk.table}-${counts.changes}-${Math.floor(random() * 1e9)}.csv`
  const bytes = [names.join(','), ...lines, ''].join('\n')
  const source = await uploadTo(place.url, place.token, `${desk.at}/sources`, {
    bytes,
    filename,
    fields: { mode: 'staged' },
  })
  const path = `${desk.at}/sources/${encodeURIComponent(source.body.source?.name ?? '')}`
  await desk.call('POST', `${path}/analyze`, {})
  const answer = await desk.call('POST', `${path}/materialize`, {
    target: { mode: 'append', table: desk.table, expected_version: null },
  })
  if (answer.status >= 300 && answer.body.code !== 'rule_violated') return unlike(counts, 'materialize', answer)
  if (!judge(counts, 'materialize', answer, isRight)) return
  const { body } = await desk.call('GET', `${desk.at}/tables/${desk.table}/rows?limit=10000`)
  const known = new Set(desk.rows.keys())
  const added = body.rows.filter((row: { __svc_row_id: number }) => !known.has(row.__svc_row_id))
  for (const [n, row] of rows.entries()) desk.rows.set(added[n]?.__svc_row_id, row)
}

/** Restores the only table of the desk to a state before its rules, in which a row is wrong. */
export async function restoreWrong(desk: Desk, snapshot: string, counts: Counts) {
  const answer = await desk.call('POST', `${desk.at}/snapshots/${snapshot}/restore`, { tables: [desk.table] })
  judge(counts, 'restore', answer, false)
}

/** A transform makes rows that break a rule of its table, and rows that do not. */
export async function runTransform(desk: Desk, name: string, random: Random, counts: Counts) {
  const isRight = random() < 0.5
  const code = `SELECT code, ${isRight ? 1 : -1} AS sign FROM {{ t }}`
  const answer = await desk.call('PUT', `${desk.at}/transforms/${name}`, { code, args: { t: desk.table } })
  judge(counts, 'transform', answer, isRight || desk.rows.size === 0)
}
