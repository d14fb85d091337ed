import { markFormulas } from '@bindery-data/spreadsheet/write/csv/formula-marks.ts'
import type { CsvForm } from '../../reading/reader.ts'
import { ByteWriter, type Fields } from './byte-writer.ts'
import type { ReadColumn } from './column-values.ts'
import { cellWriter, type Spelling, type TextWriter } from './json-cells.ts'
import type { ResultColumn } from './result-columns.ts'
import { eachRow, type RowEncoder } from './row-encoder.ts'
import { isValid, type Validity, withoutRows } from './validity.ts'

/** Rows as the lines of a csv file, in UTF-8 and without a header: the very bytes that `writeCsv` makes of the same values. */
export function csvEncoder(columns: readonly ResultColumn[], form: CsvForm): RowEncoder {
  const out = new ByteWriter()
  const makers = columns.map(() => fieldMaker(form))
  const delimiter = form.delimiter.charCodeAt(0)
  const rows = eachRow(columns, out, (read, rowCount) => {
    const fields = read.flatMap((column, n) => makers[n]?.(column, rowCount) ?? [])
    return (row) => {
      const began = out.length
      out.fields(fields, row, delimiter)
      // Readers pass over empty lines: a row must not be one.
      if (out.length === began) out.ascii('""')
      out.ascii(form.lineEnd)
    }
  })
  return { ...rows, begin: () => Buffer.alloc(0), end: () => Buffer.alloc(0) }
}

/** Makes the fields of a column's rows. By columns that is done faster than by rows. */
type FieldMaker = (read: ReadColumn, rowCount: number) => Fields

function fieldMaker(form: CsvForm): FieldMaker {
  const out = new ByteWriter()
  const nullValue = Buffer.from(form.nullValue)
  const text = textWriter(out, form)
  const spelling: Spelling = { quote: '', text, json: text }
  // One for all chunks, as `out` is: the fields of a chunk are taken before the next is read.
  let ends = new Uint32Array()
  return (read, rowCount) => {
    const validity = sayable(read, rowCount)
    const write = cellWriter(read.column.type, read.values, out, spelling)
    if (ends.length < rowCount) ends = new Uint32Array(rowCount)
    out.cut(0)
    for (let row = 0; row < rowCount; row++) {
      const began = out.length
      if (!isValid(validity, row)) out.raw(nullValue)
      else {
        write(row)
        // A value that looks like no value.
        if (out.length - began === nullValue.length && out.isSince(began, nullValue)) {
          out.cut(began)
          out.csvQuoted(nullValue)
        }
      }
      ends[row] = out.length
    }
    return { bytes: out.written(), ends }
  }
}

/** Numbers that JSON cannot say are no values. */
function sayable({ values }: ReadColumn, rowCount: number): Validity {
  if (values.form !== 'numbers') return values.validity
  const { numbers } = values
  if (!(numbers instanceof Float64Array || numbers instanceof Float32Array)) return values.validity
  const missing: number[] = []
  for (let row = 0; row < rowCount; row++) if (!Number.isFinite(numbers[row])) missing.push(row)
  return withoutRows(values.validity, rowCount, missing)
}

const [QUOTE, TAB, LF, CR, APOSTROPHE] = [0x22, 0x09, 0x0a, 0x0d, 0x27]
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/** Quotes what would be read as something else. */
function textWriter(out: ByteWriter, { delimiter, escapesFormulas }: CsvForm): TextWriter {
  const special = marked([QUOTE, CR, LF, delimiter.charCodeAt(0)])
  const write: TextWriter = (bytes, start, end) => {
    const began = out.length
    const isPlain = out.until(bytes, start, end, special) === end && !beginsWithMark(bytes, start, end)
    if (isPlain) return
    out.cut(began)
    out.csvQuoted(bytes, start, end)
  }
  if (!escapesFormulas) return write
  return (bytes, start, end) => {
    if (!mayBeComputed(bytes, start, end)) return write(bytes, start, end)
    const marked = Buffer.from(markFormulas(Buffer.from(bytes.subarray(start, end)).toString(), delimiter))
    write(marked, 0, marked.length)
  }
}

function marked(bytes: readonly number[]): Uint8Array {
  const marks = new Uint8Array(256)
  for (const byte of bytes) marks[byte] = 1
  return marks
}

/** What `markFormulas` looks for, or its first byte: signs, and where a cell may begin. */
const SIGNS = marked([...Buffer.from('=+-@＝').subarray(0, 5), TAB, CR])
const SEPARATORS = marked([...Buffer.from(';,'), TAB, CR, LF])

/** Rules out nearly all texts without making a string of them. */
function mayBeComputed(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (at > start && SEPARATORS[bytes[at - 1] ?? 0] !== 1) continue
    let behind = at
    while (behind < end && bytes[behind] === APOSTROPHE) behind++
    if (behind < end && SIGNS[bytes[behind] ?? 0] === 1) return true
  }
  return false
}

/** At the beginning of a file it would be no text. */
function beginsWithMark(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== BYTE_ORDER_MARK[0] || end - start < BYTE_ORDER_MARK.length) return false
  return bytes[start + 1] === BYTE_ORDER_MARK[1] && bytes[start + 2] === BYTE_ORDER_MARK[2]
}
