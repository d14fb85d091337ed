import type { Wire } from '@bindery-data/sdk'

type Region = Wire.Region
type Step = Exclude<NonNullable<Region['reshape']>, readonly unknown[]>

/** Steps before which an empty cell has no row above it that it could mean. */
const TURNS: ReadonlySet<Step['kind']> = new Set(['transpose', 'pivot', 'join_lines'])
const COMPUTED: ReadonlySet<string> = new Set(['total', 'difference', 'ratio'])

export const stepsOf = ({ reshape }: Pick<Region, 'reshape'>): readonly Step[] =>
  reshape === null ? [] : Array.isArray(reshape) ? reshape : [reshape]

const asReshape = (steps: readonly Step[]): Region['reshape'] => (steps.length > 1 ? [...steps] : (steps[0] ?? null))

export const canFillDown = (region: Region) =>
  region.orientation === 'rows' && !stepsOf(region).some(({ kind }) => TURNS.has(kind))

export const isFilledDown = (region: Region, name: string) =>
  stepsOf(region).some((step) => step.kind === 'fill_down' && step.columns.includes(name))

/** A label that is written once counts for the rows below it, or no longer does. */
export function withFillDown(region: Region, name: string, isFilled: boolean): Region {
  const steps = stepsOf(region)
  const before = steps.flatMap((step) => (step.kind === 'fill_down' ? step.columns : []))
  const columns = isFilled ? [...new Set([...before, name])] : before.filter((each) => each !== name)
  return { ...region, reshape: asReshape(filledFirst(columns, steps)) }
}

const filledFirst = (columns: readonly string[], steps: readonly Step[]): Step[] => [
  ...(columns.length > 0 ? [{ kind: 'fill_down' as const, columns: [...columns] }] : []),
  ...steps.filter(({ kind }) => kind !== 'fill_down'),
]

/** Another reading loses nothing that this one brings: labels stay filled, and columns of no axis stay beside it. */
export function withNothingLost(before: Region, after: Region): Region {
  const steps = stepsOf(after)
  // Rows as they stand are meant to be just that.
  if (steps.length === 0 || !canFillDown(after)) return after
  const filled = stepsOf(before).flatMap((step) => (step.kind === 'fill_down' ? step.columns : []))
  const own = steps.flatMap((step) => (step.kind === 'fill_down' ? step.columns : []))
  const names = new Set(after.columns.map(({ name }) => name))
  const columns = [...new Set([...own, ...filled])].filter((name) => names.has(name))
  const kept = steps.map((step) => ('id_columns' in step ? withAllBeside(step, after) : step))
  return { ...after, reshape: asReshape(filledFirst(columns, kept)) }
}

function withAllBeside<S extends Extract<Step, { id_columns: unknown }>>(step: S, { columns }: Region): S {
  const values = new Set('value_columns' in step ? step.value_columns : step.groups.flatMap((group) => group.columns))
  const beside = columns
    .filter(({ name, include, role }) => include && !values.has(name) && !COMPUTED.has(role))
    .map(({ name }) => name)
  return { ...step, id_columns: [...new Set([...step.id_columns, ...beside])] }
}
