import { toR1C1 } from '../xlsx/to-r1c1.ts'
import type { EngineName, EngineTable } from './engine-workbook.ts'
import { type Area, type FormulaReads, readFormula } from './formula-reads.ts'

/** Names that refer to names are followed so far. */
const MOST_STEPS = 5

/** Gives formulas what the names in them read. */
export class NameReads {
  /** Sheets may each have their own: then it is not asked which one is meant. */
  readonly #names = new Map<string, readonly EngineName[]>()
  readonly #tables: ReadonlySet<string>

  constructor(names: readonly EngineName[], tables: readonly EngineTable[]) {
    for (const { name, refersTo } of names) {
      const key = name.toLowerCase()
      this.#names.set(key, [...(this.#names.get(key) ?? []), { name, refersTo }])
    }
    this.#tables = new Set(tables.map(({ name }) => name.toLowerCase()))
  }

  /** All names that a formula may use. */
  understood(): EngineName[] {
    return [...this.#names.values()].flat().filter(({ name }) => this.#read(name, MOST_STEPS)?.obstacle === null)
  }

  /** The formula with the cells that its names stand for; a name that is not understood is an obstacle. */
  resolve(reads: FormulaReads, steps = MOST_STEPS): FormulaReads {
    const unknown = reads.tables.find((table) => !this.#tables.has(table.toLowerCase()))
    if (unknown !== undefined) return { ...reads, obstacle: { kind: 'name', name: unknown } }
    if (reads.obstacle || reads.names.length === 0) return reads
    const areas: Area[] = [...reads.areas]
    let { readsAnything, isLocal } = reads
    for (const name of reads.names) {
      const named = this.#read(name, steps)
      if (!named) return { ...reads, obstacle: { kind: 'name', name } }
      if (named.obstacle) return { ...reads, obstacle: obstacleOf(named.obstacle, name) }
      areas.push(...named.areas)
      if (named.isLocal) isLocal = true
      // A relative name stands for other cells in each cell.
      if (named.readsAnything || named.areas.some(isRelative)) readsAnything = true
    }
    return { ...reads, areas, readsAnything, isLocal }
  }

  #read(name: string, steps: number): FormulaReads | null {
    const [named, another] = this.#names.get(name.toLowerCase()) ?? []
    if (!named || another || steps === 0) return null
    return this.resolve(readFormula(toR1C1(named.refersTo, 0, 0)), steps - 1)
  }
}

const obstacleOf = (obstacle: NonNullable<FormulaReads['obstacle']>, name: string) =>
  obstacle.kind === 'unknown_function' || obstacle.kind === 'changing_function'
    ? obstacle
    : { kind: 'name' as const, name }

const isRelative = ({ rows, columns }: Area) =>
  [rows.from, rows.to, columns.from, columns.to].some((line) => line.isRelative)
