import { wireError } from '../protocol/wire-error.ts'

/** Where a run of tokens stands within a text. `growth` is shared by all runs of the text. */
export type Nesting = { relations: Set<string>; depth: number; growth: { left: number } }

/** Characters that all functions and casts of a text may become: some name an argument three times, and stand in each other. */
const MOST_GROWTH = 500_000
const MOST_DEPTH = 100

export const outermost = (): Nesting => ({ relations: new Set(), depth: 0, growth: { left: MOST_GROWTH } })

export function inside(nesting: Nesting): Nesting {
  if (nesting.depth >= MOST_DEPTH) throw tooComplex()
  return { ...nesting, depth: nesting.depth + 1 }
}

export function counted(made: string, { growth }: Nesting): string {
  growth.left -= made.length
  if (growth.left < 0) throw tooComplex()
  return made
}

export const tooComplex = () => wireError('54001', 'the statement is too long, or nested too deeply')
