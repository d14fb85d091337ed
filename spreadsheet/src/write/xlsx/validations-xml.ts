import { columnLetters } from '../../xlsx/cell-reference.ts'
import type { ValidationTest, ValidationToWrite } from '../workbook-to-write.ts'
import { xmlText } from './xml-text.ts'

const LAST_ROW = 1_048_576
/** What Excel takes; a longer text makes the file one that it offers to repair. */
const MOST_TITLE = 32
const MOST_TEXT = 255
const MOST_LIST = 255

/** Whether a list fits where Excel keeps it: in one text, with commas between the values. */
export const isListable = (values: readonly string[]) =>
  values.every((value) => value !== '' && !/[",\n\r]/.test(value) && value === value.trim()) &&
  values.join(',').length <= MOST_LIST

export function validationsXml(validations: readonly ValidationToWrite[] = []): string {
  if (validations.length === 0) return ''
  return `<dataValidations count="${validations.length}">${validations.map(validationXml).join('')}</dataValidations>`
}

function validationXml(validation: ValidationToWrite): string {
  const { column, fromRow, isOneRow = false, test, allowsBlank = true, hint, refusal } = validation
  const first = `${columnLetters(column)}${fromRow + 1}`
  const attributes = [
    test ? ` type="${TYPES[test.kind]}"` : '',
    test && 'min' in test ? ` operator="${operatorOf(test)}"` : '',
    allowsBlank ? ' allowBlank="1"' : '',
    hint
      ? ` showInputMessage="1" promptTitle="${cut(hint.title, MOST_TITLE)}" prompt="${cut(hint.text, MOST_TEXT)}"`
      : '',
    test ? ` showErrorMessage="1"${refusal ? ` error="${cut(refusal, MOST_TEXT)}"` : ''}` : '',
    ` sqref="${isOneRow ? first : `${first}:${columnLetters(column)}${LAST_ROW}`}"`,
  ]
  const formulas = test
    ? formulasOf(test, columnLetters(column), first).map(
        (formula, n) => `<formula${n + 1}>${xmlText(formula)}</formula${n + 1}>`,
      )
    : []
  return `<dataValidation${attributes.join('')}>${formulas.join('')}</dataValidation>`
}

const TYPES = { list: 'list', whole: 'whole', decimal: 'decimal', date: 'date', once: 'custom', filled: 'custom' }

function operatorOf({ min, max }: { min: string | null; max: string | null }): string {
  if (min !== null && max !== null) return 'between'
  return min !== null ? 'greaterThanOrEqual' : 'lessThanOrEqual'
}

function formulasOf(test: ValidationTest, letters: string, cell: string): string[] {
  switch (test.kind) {
    case 'list':
      return [`"${test.values.join(',')}"`]
    case 'once':
      return [`COUNTIF($${letters}:$${letters},${cell})=1`]
    case 'filled':
      return [`LEN(${cell})>0`]
    default:
      return [test.min, test.max].flatMap((limit) => limit ?? [])
  }
}

const cut = (text: string, most: number) =>
  xmlText(text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text)
