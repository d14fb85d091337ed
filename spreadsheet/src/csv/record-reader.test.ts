import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hearRows } from '../../test/hear-rows.ts'
import { createRecordReader } from './record-reader.ts'

const field = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('"', ',', '\n', '\r\n', ' x ', '""', 'ab"c', '髙﨑'),
)
const sheet = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
const quoteAll = (text: string) => `"${text.replaceAll('"', '""')}"`

test('whatever fields are written by the rules, they are read as they were, wherever the text is cut', () => {
  fc.assert(
    fc.property(sheet, fc.integer({ min: 1, max: 9 }), (rows, cut) => {
      const text = rows.map((fields) => fields.map(quoteAll).join(',')).join('\r\n')
      const heard = hearRows()
      const reader = createRecordReader({ delimiter: ',', quoteChar: '"', escapeChar: '"' }, heard.sink)

      for (let at = 0; at < text.length; at += cut) reader.push(text.slice(at, at + cut))
      reader.end()

      const read = heard.rows.map((fields, row) => rows[row]?.map((_, column) => fields[column] ?? ''))
      expect(read).toEqual(rows)
      expect(reader.strayQuotes()).toBe(0)
    }),
    { numRuns: 500 },
  )
})

test('whatever the text is, where it is cut makes no difference', () => {
  const texts = fc
    .array(fc.constantFrom('"', ',', '\n', '\r', ' ', 'a', 'b'), { maxLength: 40 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 7 }), (text, cut) => {
      const whole = hearRows()
      const inParts = hearRows()
      const dialect = { delimiter: ',', quoteChar: '"', escapeChar: '"' }

      const one = createRecordReader(dialect, whole.sink)
      one.push(text)
      one.end()
      const many = createRecordReader(dialect, inParts.sink)
      for (let at = 0; at < text.length; at += cut) many.push(text.slice(at, at + cut))
      many.end()

      expect(inParts.rows).toEqual(whole.rows)
      expect(many.strayQuotes()).toBe(one.strayQuotes())
    }),
    { numRuns: 1500 },
  )
})
