import type { Wire } from '@bindery-data/sdk'

type Region = Wire.Region
type Output = Region['outputs'][number]

const COMPUTED: ReadonlySet<string> = new Set(['subtotal', 'total', 'difference', 'ratio'])
const LONG: ReadonlySet<string | undefined> = new Set(['unpivot', 'stack', 'wide_to_long'])

/** The tables that a corrected region becomes. A report keeps its levels as long as it is read in the same way. */
export function outputsFor(region: Region): Output[] {
  const { outputs, reshape } = region
  const steps = reshape === null ? [] : Array.isArray(reshape) ? reshape : [reshape]
  const isLong = LONG.has(steps.at(-1)?.kind)
  if (isLong && outputs.some(({ kind }) => kind === 'level')) return outputs
  const name = nameOf(region)
  const table: Output = { name, kind: isLong ? 'long' : 'list' }
  if (!hasMoreThanTotal(region)) return [table]
  const computed = outputs.find(({ kind }) => kind === 'computed')?.name ?? `${name}_computed`
  return [table, { name: computed, kind: 'computed' }]
}

/** A verified total below a list says what its rows say already; whatever else is computed is kept. */
function hasMoreThanTotal({ row_roles, totals }: Region): boolean {
  const computed = row_roles
    .filter(({ role }) => COMPUTED.has(role))
    .flatMap(({ rows, role }) => rows.map((row) => ({ row, role })))
  const [only] = computed
  if (!only || computed.length > 1) return computed.length > 1
  return only.role !== 'total' || !totals.some(({ row, verified }) => row === only.row && verified)
}

/** What all its tables are called after. */
function nameOf({ outputs, title, sheet, region_id }: Region): string {
  const plain = outputs.find(({ kind }) => kind === 'list' || kind === 'long')
  if (plain) return plain.name
  const level = outputs.find(({ kind }) => kind === 'level')
  if (level) return level.name.replace(/_(?:階層|level_)\d+$/, '')
  return title ?? `${sheet}_${region_id}`
}
