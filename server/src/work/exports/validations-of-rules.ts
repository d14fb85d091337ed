import type { ValidationTest, ValidationToWrite } from '@bindery-data/spreadsheet/write/workbook-to-write.ts'
import { serialOf } from '@bindery-data/spreadsheet/write/xlsx/excel-serial.ts'
import { isListable } from '@bindery-data/spreadsheet/write/xlsx/validations-xml.ts'
import { originsOf, type Rule } from '../../core/rules/rule.ts'
import { messageOf } from '../../core/rules/see-violations.ts'
import type { ReadableColumn } from '../../engine/table/readable-table.ts'
import type { Part } from '../branches/branch.ts'

/**
 * Rules as Excel can hold them, so that a person is stopped while they write. Excel has one validation per cell: a list comes before a
 * range, that before a key and a value that must be there. What Excel cannot check (patterns, references, conditions over a row)
 * is said in the hint of the column's header; the service checks all of it when the file comes back.
 */
export function validationsOf(columns: readonly ReadableColumn[], rules: readonly Rule[]): ValidationToWrite[] {
  const names = new Map(columns.flatMap(({ origin, name, isMasked }) => (isMasked ? [] : [[origin, name] as const])))
  return columns.flatMap((column, n) => {
    // A rule about a column that does not go out, or not as it is, is not spoken of.
    const about = rules.filter(
      (rule) => originsOf(rule).includes(column.origin) && originsOf(rule).every((origin) => names.has(origin)),
    )
    if (column.isMasked) return []
    const texts = about.map((rule) =>
      messageOf(
        rule,
        originsOf(rule).map((origin) => names.get(origin) ?? ''),
      ),
    )
    const said = [column.description ?? '', ...texts].filter(Boolean).join('\n')
    const hint: ValidationToWrite[] =
      said === '' ? [] : [{ column: n, fromRow: 0, isOneRow: true, hint: { title: column.name, text: said } }]
    const test = testOf(column, about)
    if (!test) return hint
    const allowsBlank = !about.some(({ kind }) => kind === 'required')
    return [...hint, { column: n, fromRow: 1, test, allowsBlank, refusal: texts.join('\n') }]
  })
}

/** People are stopped when they write another value into the column that the file was split by. */
export function partValidations(columns: readonly ReadableColumn[], part: Part | undefined): ValidationToWrite[] {
  const { value } = part ?? {}
  const column = columns.findIndex(({ origin, type }) => origin === part?.origin && type.name === 'VARCHAR')
  if (column < 0 || typeof value !== 'string' || !isListable([value])) return []
  const refusal = `This file is for the rows of '${value}'.`
  return [{ column, fromRow: 1, test: { kind: 'list', values: [value] }, allowsBlank: true, refusal }]
}

function testOf({ type }: ReadableColumn, about: readonly Rule[]): ValidationTest | null {
  for (const rule of about)
    if (rule.kind === 'one_of' && isListable(rule.values)) return { kind: 'list', values: rule.values }
  for (const rule of about) if (rule.kind === 'range') return rangeOf(type.name, rule)
  if (about.some((rule) => rule.kind === 'unique' && rule.origins.length === 1)) return { kind: 'once' }
  return about.some(({ kind }) => kind === 'required') ? { kind: 'filled' } : null
}

function rangeOf(type: ReadableColumn['type']['name'], { min, max }: Rule & { kind: 'range' }): ValidationTest | null {
  switch (type) {
    case 'INTEGER':
    case 'BIGINT':
      return { kind: 'whole', min, max }
    case 'DECIMAL':
    case 'DOUBLE':
      return { kind: 'decimal', min, max }
    case 'DATE': {
      const serial = (day: string | null) => (day === null ? null : (serialOf(day)?.serial.toString() ?? null))
      const [from, to] = [serial(min), serial(max)]
      return from === null && to === null ? null : { kind: 'date', min: from, max: to }
    }
    default:
      return null
  }
}
