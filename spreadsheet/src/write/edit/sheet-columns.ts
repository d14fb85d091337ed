import { eachElement } from '../../xlsx/each-element.ts'
import { attribute, numberAttribute } from '../../xlsx/xml-text.ts'
import { xmlText } from '../xlsx/xml-text.ts'

/** A run of columns that look the same, counting from 1 as the file does. */
export type ColumnRun = { from: number; to: number; attributes: ReadonlyMap<string, string> }

const NAMES = ['width', 'style', 'hidden', 'bestFit', 'customWidth', 'phonetic', 'outlineLevel', 'collapsed']

/** Of the element `cols`. */
export function readColumnRuns(cols: Buffer): ColumnRun[] {
  const runs: ColumnRun[] = []
  eachElement(cols, (x, name) => {
    if (name !== 'col') return
    const [from, to] = [numberAttribute(x, 'min') ?? 1, numberAttribute(x, 'max') ?? 1]
    const attributes = new Map<string, string>()
    for (const known of NAMES) {
      const value = attribute(x, known)
      if (value !== null) attributes.set(known, value)
    }
    runs.push({ from, to, attributes })
  })
  return runs
}

export function columnStyle(runs: readonly ColumnRun[], column: number): string | null {
  const run = runs.find(({ from, to }) => column + 1 >= from && column + 1 <= to)
  return run?.attributes.get('style') ?? null
}

/** The same runs with these columns hidden; a run that holds one is parted. */
export function hideColumns(runs: readonly ColumnRun[], columns: readonly number[]): ColumnRun[] {
  let parted = [...runs]
  for (const column of columns) {
    const number = column + 1
    const around = parted.find(({ from, to }) => number >= from && number <= to)
    const attributes = new Map(around?.attributes ?? [['width', '9.140625']]).set('hidden', '1')
    const pieces = around
      ? [
          { ...around, to: number - 1 },
          { ...around, from: number + 1 },
        ].filter(({ from, to }) => from <= to)
      : []
    parted = [...parted.filter((run) => run !== around), ...pieces, { from: number, to: number, attributes }]
  }
  return parted.sort((a, b) => a.from - b.from)
}

export function columnRunsXml(runs: readonly ColumnRun[], prefix: string): string {
  const spelled = runs.map(({ from, to, attributes }) => {
    const others = [...attributes].map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    return `<${prefix}col min="${from}" max="${to}"${others.join('')}/>`
  })
  return spelled.length === 0 ? '' : `<${prefix}cols>${spelled.join('')}</${prefix}cols>`
}
