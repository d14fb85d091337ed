import type { Cell } from '@bindery-data/sdk'
import { type Answer, spellCell } from './answer.ts'

const MOST_ACROSS = 60

const collator = new Intl.Collator('ja', { numeric: true })
/** What is empty comes last, as it does down. */
const order = (a: string, b: string, empty: string) => (a === empty ? 1 : b === empty ? -1 : collator.compare(a, b))

/** The values of one column across: what stands before it stays at the left, each measure behind it gets a column for each value. */
export function pivoted({ columns, rows }: Answer, pivot: number, empty: string): Answer {
  const column = columns[pivot]
  if (!column) return { columns, rows }
  const left = columns.slice(0, pivot)
  const measures = columns.slice(pivot + 1)
  const seen = new Set(rows.map((row) => spellCell(row[pivot], column, empty)))
  const values = [...seen].sort((a, b) => order(a, b, empty)).slice(0, MOST_ACROSS)
  const lines = new Map<string, (Cell | undefined)[]>()
  for (const row of rows) {
    const key = JSON.stringify(row.slice(0, pivot))
    const line = lines.get(key) ?? [...row.slice(0, pivot)]
    const at = values.indexOf(spellCell(row[pivot], column, empty))
    if (at >= 0)
      for (const [n] of measures.entries()) line[left.length + at * measures.length + n] = row[pivot + 1 + n] ?? null
    lines.set(key, line)
  }
  const across = values.flatMap((value) =>
    measures.map((measure) => ({
      ...measure,
      name: measures.length === 1 ? value : `${value} · ${measure.name}`,
    })),
  )
  const width = left.length + across.length
  return {
    columns: [...left, ...across],
    rows: [...lines.values()].map((line) => Array.from({ length: width }, (_, n) => line[n] ?? null)),
  }
}
