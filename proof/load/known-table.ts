/** Where a table is, who may ask for it, and the version it was left at. Row ids go from 1 to `ROWS`. */
export type SeededTable = { workbookId: string; name: string; version: number; seed: number; tokens: readonly string[] }

/** A table whose every version is known: all its writes are recorded here, one edit at a time. */
export type KnownTable = SeededTable & {
  base: number
  /** The newest version that was acknowledged. */
  acknowledged: number
  /** An edit is on its way; an answer may show it already. */
  isBusy: boolean
  /** The outcome of an edit is not known, so the table is no longer judged. */
  isLost: boolean
  /** Amounts that were written to a row, oldest first. */
  changes: Map<number, Change[]>
  /** Of all amounts, by version. */
  sums: number[]
}

type Change = { version: number; amount: number }

/** Less than are folded into segments at once, so that workers rest when all is seeded. */
export const ROWS = 900
const REGIONS = ['north', 'south', 'east', 'west', 'overseas']
const LOTS = 40
/** Amounts that a table was seeded with are smaller than any that is written later, of which no two are equal. */
const SEEDED_BELOW = 100_000

export const COLUMNS = [
  { name: 'sale', type: 'BIGINT' },
  { name: 'region', type: 'VARCHAR' },
  { name: 'amount', type: 'BIGINT' },
  { name: 'sold_on', type: 'DATE' },
  { name: 'note', type: 'VARCHAR' },
]

const seededAmount = (seed: number, rowId: number) => (rowId * 7_919 + seed * 104_729) % SEEDED_BELOW

const lotOf = (rowId: number) => rowId % LOTS

export function seededRow(seed: number, rowId: number) {
  return {
    sale: rowId,
    region: REGIONS[(rowId + seed) % REGIONS.length] ?? '',
    amount: seededAmount(seed, rowId),
    sold_on: `2026-${String(1 + (rowId % 12)).padStart(2, '0')}-${String(1 + (rowId % 28)).padStart(2, '0')}`,
    note: `regular sale of customer ${(rowId * 31 + seed) % 500}, lot ${lotOf(rowId)}.`,
  }
}

export const rowIds = Array.from({ length: ROWS }, (_, n) => n + 1)

export function knownTable(seeded: SeededTable): KnownTable {
  const sums: number[] = []
  sums[seeded.version] = rowIds.reduce((sum, rowId) => sum + seededAmount(seeded.seed, rowId), 0)
  const { version } = seeded
  return { ...seeded, base: version, acknowledged: version, isBusy: false, isLost: false, changes: new Map(), sums }
}

let written = SEEDED_BELOW

/** An edit that is about to be sent: from now on an answer may show it. */
export function beginEdit(table: KnownTable): { rowId: number; amount: number; version: number } {
  const rowId = 1 + Math.floor(Math.random() * ROWS)
  const version = table.acknowledged + 1
  const amount = ++written
  const before = amountAt(table, rowId, table.acknowledged)
  table.isBusy = true
  table.sums[version] = (table.sums[table.acknowledged] ?? 0) - before + amount
  const changes = table.changes.get(rowId) ?? []
  changes.push({ version, amount })
  table.changes.set(rowId, changes)
  return { rowId, amount, version }
}

export function endEdit(table: KnownTable, isDone: boolean) {
  table.isBusy = false
  if (isDone) table.acknowledged += 1
  else table.isLost = true
}

export function amountAt({ seed, changes }: KnownTable, rowId: number, version: number): number {
  const last = changes.get(rowId)?.findLast((change) => change.version <= version)
  return last?.amount ?? seededAmount(seed, rowId)
}

/** Undefined: there is no such version. */
export const sumAt = ({ sums }: KnownTable, version: number): number | undefined => sums[version]

/** Rows whose note ends with this lot, in every version. */
export const rowsOfLot = (lot: number) => rowIds.filter((rowId) => lotOf(rowId) === lot).length

export const anyLot = () => Math.floor(Math.random() * LOTS)
