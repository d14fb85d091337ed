import { isForm, isNone, rowsWhere, spellings } from '../../../engine/duckdb/lint/evidence-sql.ts'
import {
  ANY_DATE,
  DAY_MONTH,
  ERROR_VALUE,
  LEADING_ZERO,
  type LintColumn,
  type Measures,
  NUMBER,
  PADDED,
} from '../../../engine/duckdb/lint/measure-columns.ts'
import type { Suspicion } from '../finding.ts'
import { agreeing, countOf, isCodeName, isKeyName } from './column-words.ts'

/** From so much of a column on, what is otherwise is the exception. */
const MOSTLY = 0.8
const FEW = 5
/** To compare more spellings takes more memory than it is worth. */
export const MOST_SPELLINGS = 200_000

type Suspect = (table: string, column: LintColumn, its: Measures) => Suspicion | null

const at = (check: Suspicion['check'], table: string, { name: column }: LintColumn) => ({ check, table, column })

/** Mostly numbers or mostly days, and something else in between. */
const mixedTypes: Suspect = (table, column, { filled, numbers, dates, errorValues }) => {
  const values = filled - errorValues
  const [form, kind] = numbers >= dates ? [NUMBER, 'numbers'] : [ANY_DATE, 'dates']
  const fitting = Math.max(numbers, dates)
  if (values < FEW || fitting === values || fitting < MOSTLY * values) return null
  return {
    ...at('mixed_types', table, column),
    severity: 'warning',
    sql: rowsWhere(table, [column.name], isNone(column, [form])),
    message: (count) =>
      `${count} of ${values} values of '${column.name}' ${agreeing(count, 'is', 'are')} no ${kind}, while all others are.`,
    suggestedFix: `Mend these values or empty them, then change the type of the column.`,
  }
}

/** Nothing but numbers, and yet a text: what is computed with it goes wrong or not at all. */
const numericAsText: Suspect = (table, column, { filled, numbers, leadingZeros, dates }) => {
  const isOne = filled >= FEW && numbers === filled && leadingZeros === 0 && dates === 0
  if (!isOne || isKeyName(column.name) || isCodeName(column.name)) return null
  return {
    ...at('numeric_as_text', table, column),
    severity: 'warning',
    sql: rowsWhere(table, [column.name], isForm(column, NUMBER)),
    message: (count) => `All ${count} values of '${column.name}' are numbers, but the column is text.`,
    suggestedFix: 'Change the type of the column to a number, so that it can be added up and sorted.',
  }
}

/** A code that loses its zeros wherever it is taken for a number. */
const leadingZeroRisk: Suspect = (table, column, { filled, digits, leadingZeros }) => {
  if (leadingZeros === 0 || digits < MOSTLY * filled) return null
  return {
    ...at('leading_zero_risk', table, column),
    severity: 'info',
    sql: rowsWhere(table, [column.name], isForm(column, LEADING_ZERO)),
    message: (count) =>
      `${countOf(count, 'value')} of '${column.name}' ${agreeing(count, 'begins', 'begin')} with a zero, which numbers lose.`,
    suggestedFix: 'Keep the column as text; send it out as xlsx rather than csv, which Excel reads as numbers.',
  }
}

/** The day and the month may be either way round in the whole column. */
const ambiguousDates: Suspect = (table, column, { filled, dayMonths, dayFirsts, monthFirsts }) => {
  const isKnown = dayFirsts > 0 !== monthFirsts > 0
  if (dayMonths === 0 || isKnown || dayMonths + dayFirsts + monthFirsts < filled / 2) return null
  return {
    ...at('ambiguous_dates', table, column),
    severity: dayFirsts > 0 ? 'error' : 'warning',
    sql: rowsWhere(table, [column.name], isForm(column, DAY_MONTH)),
    message: (count) =>
      dayFirsts > 0
        ? `'${column.name}' has dates of both orders, so ${count} of them can be read in two ways.`
        : `${countOf(count, 'date')} of '${column.name}' can be read with the day or the month first, and no other date tells which.`,
    suggestedFix: 'Ask where the dates come from, and write them as YYYY-MM-DD.',
  }
}

const whitespace: Suspect = (table, column, { padded }) =>
  padded === 0
    ? null
    : {
        ...at('whitespace', table, column),
        severity: 'warning',
        sql: rowsWhere(table, [column.name], isForm(column, PADDED)),
        message: (count) =>
          `${countOf(count, 'value')} of '${column.name}' ${agreeing(count, 'has', 'have')} spaces around, or invisible characters.`,
        suggestedFix: 'Trim the values: what looks alike is not found, joined or counted together.',
      }

/** What is one word to people, in two spellings. */
const caseVariants: Suspect = (table, column, { filled, distinct, numbers, dates }) => {
  if (filled < 2 || distinct < 2 || distinct > MOST_SPELLINGS || Math.max(numbers, dates) === filled) return null
  return {
    ...at('case_variants', table, column),
    severity: 'warning',
    sql: spellings(table, column),
    message: (count) => `'${column.name}' has ${count} spellings that differ only in case or width.`,
    suggestedFix: 'Choose one spelling for each, so that they are counted together.',
  }
}

const errorValues: Suspect = (table, column, { errorValues: count }) =>
  count === 0
    ? null
    : {
        ...at('formula_error_values', table, column),
        severity: 'error',
        sql: rowsWhere(table, [column.name], isForm(column, ERROR_VALUE)),
        message: (found) =>
          `${countOf(found, 'value')} of '${column.name}' ${agreeing(found, 'is an error of a formula', 'are errors of formulas')}, like #REF!.`,
        suggestedFix: 'Mend the formulas in the file and upload it again, or empty these cells.',
      }

const SUSPECTS = [mixedTypes, numericAsText, leadingZeroRisk, ambiguousDates, whitespace, caseVariants, errorValues]

/** What seems to be wrong with a column of texts, by what was counted of it. */
export function suspectTexts(table: string, column: LintColumn, its: Measures): Suspicion[] {
  return SUSPECTS.flatMap((suspect) => suspect(table, column, its) ?? [])
}
