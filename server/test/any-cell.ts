import * as fc from 'fast-check'
import type { ColumnType } from '../src/engine/table/column-type.ts'

/** Texts that are values of the type, in all spellings a writer may choose. They owe nothing to the code they test. */
export function anyCellText(type: ColumnType): fc.Arbitrary<string> {
  return type.name === 'DECIMAL' ? decimalText(type.precision, type.scale) : PLAIN[type.name]
}

/** A text that is one almost: up to three small edits of such a text, and some texts as they are. */
export function nearlyCellText(type: ColumnType): fc.Arbitrary<string> {
  const edit = fc.record({
    kind: fc.constantFrom('insert', 'delete', 'replace', 'repeat', 'cut'),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    piece: fc.constantFrom(...PIECES),
  })
  return fc
    .tuple(anyCellText(type), fc.oneof(fc.constant([]), fc.array(edit, { minLength: 1, maxLength: 3 })))
    .map(([text, edits]) => edits.reduce(apply, text).toWellFormed())
}

const PIECES = [
  ...'0123456789+-.,:eETtZz_/ \t\n"\\[]{}abfx',
  ...['00', '29', '24', '60', '13', '31', '2100', '+09:00', '-23:59', '.0', '.000000', 'e400', 'e-400', 'null', 'NaN'],
  ...[
    'true',
    'inf',
    '\0',
    '\u001f',
    '\u007f',
    '\u00a0',
    '\ufeff',
    'ſ',
    '٣',
    '😀',
    '\\u0000',
    '\\ud800',
    '\\ud83d\\ude00',
  ],
  ...['"a":1,', '{"a":1,"\\u0061":2}', '[1,]', '99999999999999999999', '0000'],
]

function apply(text: string, { kind, place, piece }: { kind: string; place: number; piece: string }): string {
  const at = Math.floor(place * text.length)
  if (kind === 'insert') return text.slice(0, at) + piece + text.slice(at)
  if (kind === 'delete') return text.slice(0, at) + text.slice(at + 1)
  if (kind === 'replace') return text.slice(0, at) + piece + text.slice(at + 1)
  if (kind === 'repeat') return text.slice(0, at) + text.slice(Math.max(0, at - 3))
  return text.slice(0, at)
}

const varcharText = fc
  .tuple(fc.constantFrom('', '', '', '\ufeff', ' ', "'"), fc.string({ unit: 'binary', maxLength: 30 }))
  .map((parts) => parts.join('').replaceAll('\0', ''))

const digits = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most })
const number = (text: string) => text.replace(/^0+(?=.)/, '')

function wholeText(bits: bigint) {
  const [min, max] = [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n]
  const edges = fc.constantFrom(min, min + 1n, max - 1n, max, 0n, 2n ** 53n, -(2n ** 53n))
  const inside = edges.filter((value) => value >= min && value <= max)
  return fc.oneof({ weight: 9, arbitrary: fc.bigInt({ min, max }) }, inside).map(String)
}

const doubleText = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? '-0' : String(value))),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toExponential(20).replace('e', 'E')),
  fc.tuple(digits(1, 30), digits(1, 40)).map(([integer, fraction]) => `-${number(integer)}.${fraction}`),
  fc.tuple(digits(1, 25), fc.integer({ min: -400, max: 280 })).map(([integer, power]) => `${number(integer)}e${power}`),
)

function decimalText(precision: number, scale: number) {
  const places = precision - scale
  return fc
    .tuple(fc.boolean(), digits(places ? 1 : 0, places), digits(0, scale), fc.integer({ min: 0, max: 4 }))
    .map(([isNegative, integer, fraction, zeros]) => {
      const decimals = fraction.padEnd(
        fraction.length === 0 || fraction.length === scale ? fraction.length + zeros : 0,
        '0',
      )
      return `${isNegative ? '-' : ''}${number(integer || '0')}${decimals ? '.' : ''}${decimals}`
    })
}

const DAY = 86_400_000
const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z') / DAY
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z') / DAY

const dateText = fc
  .oneof(fc.integer({ min: FIRST_DAY, max: LAST_DAY }), fc.integer({ min: -1000, max: 30_000 }))
  .map((day) => new Date(day * DAY).toISOString().slice(0, 10))
const timeText = fc
  .tuple(fc.integer({ min: 0, max: DAY / 1000 - 1 }), fc.oneof(fc.constant(''), digits(1, 6)))
  .map(([second, fraction]) => new Date(second * 1000).toISOString().slice(11, 19) + (fraction && `.${fraction}`))
const timestampText = fc
  .tuple(dateText, fc.constantFrom(' ', 'T'), timeText)
  .map(([date, between, time]) => date + between + time)
/** A day away from either end, so that no offset leads out. */
const timestamptzText = fc.tuple(timestampText, offsetText()).map(([text, offset]) => {
  const isAtEnd = text.startsWith('0001-01-01') || text.startsWith('9999-12-31')
  return text + (isAtEnd ? 'Z' : offset)
})

function offsetText() {
  const minutes = fc.integer({ min: -1439, max: 1439 }).map((offset) => {
    const clock = new Date(Math.abs(offset) * 60_000).toISOString().slice(11, 16)
    return (offset < 0 ? '-' : '+') + clock.replace(offset % 120 ? '' : ':00', '')
  })
  return fc.oneof(fc.constantFrom('Z', '+00', '-00:00', '+09:00'), minutes)
}

const jsonSpace = fc.constantFrom('', '', '', ' ', '\n\t', '\r ')
const jsonString = fc.oneof(
  fc
    .string({ unit: 'binary', maxLength: 8 })
    .filter((text) => !text.includes('\0'))
    .map((text) => JSON.stringify(text)),
  fc.constantFrom('"\\u00e9\\/"', '"\\ud83d\\ude00"', '"\\u0001"', '"a\\"},]"', '" , ] "'),
)
const jsonNumber = fc.oneof(doubleText, digits(1, 40).map(number), fc.constantFrom('1.0', '-0', '1e999', '-0.00E+5'))
const { json: jsonText } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(jsonNumber, jsonString, fc.constantFrom('true', 'false', 'null')),
    fc
      .array(fc.tuple(jsonSpace, tie('json'), jsonSpace), { maxLength: 4 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    fc
      .uniqueArray(fc.tuple(jsonString, jsonSpace, tie('json'), jsonSpace), {
        maxLength: 4,
        selector: ([name]) => JSON.parse(name),
      })
      .map(
        (members) =>
          `{${members.map(([name, before, value, after]) => `${before}${name}${after}:${before}${value}${after}`).join(',')}}`,
      ),
  ),
}))

const PLAIN = {
  VARCHAR: varcharText,
  INTEGER: wholeText(32n),
  BIGINT: wholeText(64n),
  DOUBLE: doubleText,
  BOOLEAN: fc.constantFrom('true', 'false', 'TRUE', 'False'),
  DATE: dateText,
  TIME: timeText,
  TIMESTAMP: timestampText,
  TIMESTAMPTZ: timestamptzText,
  UUID: fc.tuple(fc.uuid(), fc.boolean()).map(([uuid, isUpper]) => (isUpper ? uuid.toUpperCase() : uuid)),
  JSON: fc.tuple(jsonSpace, jsonText, jsonSpace).map((parts) => parts.join('')),
}
