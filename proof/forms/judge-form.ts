import { type FilledForm, isWrong } from './fill.ts'
import { spelled } from './form.ts'

type Row = Readonly<Record<string, unknown>>

/** The tables of a template; `file` is the column that says which file a row is from. */
export type Read = { file: string; fields: readonly Row[]; lines: readonly Row[] }

/** The first thing in which the rows of a file differ from what was filled in; empty: nothing. */
export function differences(form: FilledForm, { file, fields, lines }: Read): string {
  const own = fields.filter((row) => row[file] === form.filename)
  const [row] = own
  if (!row || own.length > 1) return `${own.length} rows`
  for (const [label, value] of Object.entries(form.fields)) {
    // What was spelled wrongly on purpose is no value of this form.
    if (isWrong(form.variation)) break
    if (spelled(row[label]) !== spelled(value)) return `${label} is ${spelled(row[label])}, not ${spelled(value)}`
  }
  if (isWrong(form.variation)) return 'was read although it does not fit'
  const its = lines.filter((line) => line[file] === form.filename)
  if (its.length !== form.lines.length) return `${its.length} lines, not ${form.lines.length}`
  for (const [n, line] of form.lines.entries())
    for (const [label, value] of Object.entries(line))
      if (spelled(its[n]?.[label]) !== spelled(value)) return `line ${n + 1}: ${label} is ${spelled(its[n]?.[label])}`
  return ''
}
