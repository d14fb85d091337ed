import type { Random } from '../split-and-merge/model.ts'

/** A row of the file and of its table: `code` names it once. */
export type FileRow = { code: string; amount: number; note: string | null }
export type TableRow = FileRow & { __svc_row_id: number }

const MOST_AMOUNT = 1_000

const int = (random: Random, sides: number) => Math.floor(random() * sides)

export function newFile(random: Random, history: number): FileRow[] {
  return Array.from({ length: 4 + int(random, 12) }, (_, n) => newRow(random, `h${history}-${n}`))
}

const newRow = (random: Random, code: string): FileRow => ({
  code,
  amount: int(random, MOST_AMOUNT),
  note: random() < 0.3 ? `note ${int(random, 9)}` : null,
})

/** The file a month later: some rows changed, some gone, some new, and now and then in another order. */
export function nextEdition(random: Random, rows: readonly FileRow[], edition: string): FileRow[] {
  const kept = rows.filter(() => random() > 0.1)
  const changed = kept.map((row) => (random() < 0.2 ? { ...row, amount: MOST_AMOUNT + int(random, MOST_AMOUNT) } : row))
  const added = Array.from({ length: 1 + int(random, 3) }, (_, n) => newRow(random, `${edition}-${n}`))
  const all = [...changed, ...added]
  return random() < 0.3 ? all.toReversed() : all
}

export const csvOf = (rows: readonly FileRow[]) =>
  `code,amount,note\n${rows.map(({ code, amount, note }) => `${code},${amount},${note ?? ''}\n`).join('')}`

/** What a user does to a table, as the service is asked to do it. */
export type Edit = { kind: 'write'; row: object } | { kind: 'delete'; rowId: number }

export function randomEdit(random: Random, rows: readonly TableRow[]): Edit {
  const row = rows[int(random, rows.length)]
  const dice = random()
  if (!row || dice < 0.2) return { kind: 'write', row: { code: `mine-${int(random, 1e9)}`, amount: 7, note: 'mine' } }
  if (dice < 0.35) return { kind: 'delete', rowId: row.__svc_row_id }
  const cells = dice < 0.7 ? { amount: -1 - int(random, MOST_AMOUNT) } : { note: `edited ${int(random, 1e9)}` }
  return { kind: 'write', row: { __svc_row_id: row.__svc_row_id, ...cells } }
}

export type Landing = { made: readonly TableRow[]; before: readonly TableRow[]; after: readonly TableRow[] }

const COLUMNS = ['code', 'amount', 'note'] as const

/** Cells and rows that users edited since the file made them, and that are not what they left any more, but for whole columns. */
export function overwrittenIn(
  { made, before, after }: Landing,
  columns: readonly string[],
): { cells: number; rows: number } {
  const looked = COLUMNS.filter((name) => !columns.includes(name))
  const [old, now] = [byId(made), byId(after)]
  const left = byId(before)
  let [cells, rows] = [0, 0]
  for (const row of before) {
    const base = old.get(row.__svc_row_id)
    const next = now.get(row.__svc_row_id)
    const edited = base ? COLUMNS.filter((name) => base[name] !== row[name]) : COLUMNS
    if (!next) rows += edited.length > 0 ? 1 : 0
    else if (base) cells += edited.filter((name) => looked.includes(name) && next[name] !== row[name]).length
  }
  for (const row of made) if (!left.has(row.__svc_row_id) && now.has(row.__svc_row_id)) rows += 1
  return { cells, rows }
}

/** Rows that table and file both have, and how many of them have the id they had. */
export function keptIn({ before, after }: Landing): { matching: number; kept: number } {
  const ids = new Map(before.map(({ code, __svc_row_id }) => [code, __svc_row_id]))
  const matching = after.filter(({ code }) => ids.has(code))
  return { matching: matching.length, kept: matching.filter((row) => ids.get(row.code) === row.__svc_row_id).length }
}

const byId = (rows: readonly TableRow[]) => new Map(rows.map((row) => [row.__svc_row_id, row]))

export const isSame = (one: readonly TableRow[], other: readonly TableRow[]) =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

const inOrder = (rows: readonly TableRow[]) =>
  rows
    .map(({ __svc_row_id, code, amount, note }) => [__svc_row_id, code, amount, note])
    .sort(([one], [other]) => Number(one) - Number(other))
