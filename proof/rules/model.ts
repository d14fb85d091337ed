/** Rows as the judge keeps them, and what it holds of rules: written apart from the service, in plain comparisons. */
export type Row = {
  code: string | null
  item: string | null
  quantity: number | null
  net: number | null
  gross: number | null
  state: string | null
}

export const COLUMNS = [
  { name: 'code' },
  { name: 'item' },
  { name: 'quantity', type: 'INTEGER' },
  { name: 'net', type: 'DECIMAL(12,2)' },
  { name: 'gross', type: 'DECIMAL(12,2)' },
  { name: 'state' },
]

export const ITEMS = ['bolt', 'nut', 'washer', '釘']
const STATES = ['open', 'sent', '支払済']
const CODE = /^[A-Z]{1,2}[0-9]+-[0-9]+$/

export type World = { most: number; isUniqueWithState: boolean; hasTax: boolean }

/** Rules that differ from run to run. */
export function rulesOf({ most, isUniqueWithState, hasTax }: World): object[] {
  return [
    { kind: 'required', column: 'code' },
    { kind: 'unique', columns: isUniqueWithState ? ['code', 'state'] : ['code'] },
    { kind: 'pattern', column: 'code', pattern: '[A-Z]{1,2}[0-9]+-[0-9]+' },
    { kind: 'range', column: 'quantity', min: 0, max: most },
    { kind: 'one_of', column: 'state', values: STATES },
    { kind: 'reference', column: 'item', table: 'items', table_column: 'name' },
    { kind: 'row', name: 'tax', expression: hasTax ? 'gross = net * 1.1' : 'gross >= net' },
  ]
}

/** Whether a row may stand alone; keys are looked at by `keyOf`. */
export function isGood(row: Row, { most, hasTax }: World): boolean {
  if (row.code === null || !CODE.test(row.code)) return false
  if (row.quantity !== null && (row.quantity < 0 || row.quantity > most)) return false
  if (row.state !== null && !STATES.includes(row.state)) return false
  if (row.item !== null && !ITEMS.includes(row.item)) return false
  if (row.net === null || row.gross === null) return true
  // In hundredths: what is exact stays exact.
  return hasTax ? row.gross * 10 === row.net * 11 : row.gross >= row.net
}

export function keyOf({ code, state }: Row, { isUniqueWithState }: World): string | null {
  if (!isUniqueWithState) return code
  return code === null || state === null ? null : `${code} ${state}`
}

export type Random = () => number
const below = (random: Random, n: number) => Math.floor(random() * n)
const pick = <T>(random: Random, list: readonly T[]): T | null => list[below(random, list.length)] ?? null

/** A row of one writer, whose codes are its own: wrong in about one of four. */
export function anyRow(random: Random, writer: string, world: World): Row {
  const net = below(random, 1_000) * 10
  const gross = world.hasTax ? (net * 11) / 10 : net + below(random, 100)
  const row: Row = {
    code: `${writer}-${below(random, 400)}`,
    item: pick(random, [...ITEMS, null]),
    quantity: below(random, world.most + 1),
    net,
    gross,
    state: pick(random, STATES),
  }
  if (random() > 0.25) return row
  const wrongs: Partial<Row>[] = [
    { code: null },
    { code: `${writer}_x` },
    { quantity: world.most + 1 },
    { quantity: -1 },
    { state: 'lost' },
    { item: 'screw' },
    { gross: net - 1 },
  ]
  return { ...row, ...pick(random, wrongs) }
}

const money = (hundredths: number | null) =>
  hundredths === null ? null : `${hundredths < 0 ? '-' : ''}${(Math.abs(hundredths) / 100).toFixed(2)}`

export const toWire = (row: Row) => ({ ...row, net: money(row.net), gross: money(row.gross) })

export function fromWire(row: Record<string, unknown>): Row {
  const hundredths = (text: unknown) => (text === null ? null : Math.round(Number(text) * 100))
  return {
    code: row.code as string | null,
    item: row.item as string | null,
    quantity: row.quantity as number | null,
    net: hundredths(row.net),
    gross: hundredths(row.gross),
    state: row.state as string | null,
  }
}

/** Rows of a table that break the rules. */
export function countBroken(rows: readonly Row[], world: World): number {
  const keys = new Map<string, number>()
  for (const row of rows) {
    const key = keyOf(row, world)
    if (key !== null) keys.set(key, (keys.get(key) ?? 0) + 1)
  }
  return rows.filter((row) => !isGood(row, world) || (keys.get(keyOf(row, world) ?? '') ?? 0) > 1).length
}
