import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import type { TrueField } from '../sheets/truth.ts'
import { squash } from './labels.ts'
import { spellings } from './match-facts.ts'

/** Pairs of a form whose value is nowhere, and those whose value does not stand with its name. */
export function countFields(fields: readonly TrueField[], tables: readonly MadeTable[]) {
  const rows = tables.flatMap(({ columns, rows }) =>
    rows.map((row) => row.map(({ text }, n) => ({ name: squash(columns[n]?.name ?? ''), text: text ?? '' }))),
  )
  const words = [
    ...rows.flat().map(({ text }) => text),
    ...tables.flatMap(({ columns }) => columns.map(({ name }) => name)),
  ]
  let lost = 0
  let scattered = 0
  for (const { name, value } of fields) {
    if (rows.some((row) => isPair(row, squash(name), value))) continue
    const spelled = squash(String(value))
    if (words.some((word) => isSame(word, value) || squash(word).includes(spelled))) scattered++
    else lost++
  }
  return { lost, scattered }
}

type RowCell = { name: string; text: string }

function isPair(row: readonly RowCell[], name: string, value: TrueField['value']): boolean {
  const isNamed = row.some(({ text }) => squash(text) === name)
  return row.some((cell) => {
    if (isSame(cell.text, value) && (isNamed || cell.name === name)) return true
    return cell.text.split(/[;；\n]/).some((pair) => {
      const [first = '', ...rest] = pair.split(/[:：=]+/)
      return rest.length > 0 && squash(first) === name && isSame(rest.join(':').trim(), value)
    })
  })
}

const isSame = (text: string, value: TrueField['value']) => spellings(text)[0] === spellings(value)[0] && text !== ''
