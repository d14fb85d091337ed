import type { Wire } from '@bindery-data/sdk'

type Region = Wire.Region
type Step = Exclude<NonNullable<Region['reshape']>, readonly unknown[]>

/** Steps before which an empty cell has no row above it that it could mean. */
const TURNS: ReadonlySet<Step['kind']> = new Set(['transpose', 'pivot', 'join_lines'])

export const stepsOf = ({ reshape }: Pick<Region, 'reshape'>): readonly Step[] =>
  reshape === null ? [] : Array.isArray(reshape) ? reshape : [reshape]

export const canFillDown = (region: Region) =>
  region.orientation === 'rows' && !stepsOf(region).some(({ kind }) => TURNS.has(kind))

export const isFilledDown = (region: Region, name: string) =>
  stepsOf(region).some((step) => step.kind === 'fill_down' && step.columns.includes(name))

/** A table whose records stand in columns. */
export const liesOnSide = (region: Region) =>
  region.orientation === 'columns' || stepsOf(region)[0]?.kind === 'transpose'
