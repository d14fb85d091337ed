import { cellToText } from '@bindery-data/spreadsheet/values/canonical-text.ts'
import { serialToDate, serialToTime, serialToTimestamp } from '@bindery-data/spreadsheet/values/serial-date.ts'
import { DuckDBInstance } from '@duckdb/node-api'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NumberFamily, type NumberSlot, sqlDay, sqlMoment, sqlNumberText, sqlTime } from './number-sql.ts'

const duckdb = await (await DuckDBInstance.create(':memory:')).connect()
await duckdb.run("SET TimeZone = 'UTC'")

const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer().map(Number),
  fc.integer({ min: -40, max: 40 }).map((exponent) => 10 ** exponent),
  fc.double({ min: -1e-5, max: 1e-5, noNaN: true }),
  fc.constantFrom(0, -0, 0.1, 1e16, 1e21, 123456789012345680000, 1e-6, 1.5e-7, 5e-324, 2 ** 53),
)
const anySerial = fc.oneof(
  fc.double({ min: -2, max: 3_000_000, noNaN: true }),
  fc.integer({ min: -2, max: 3_000_000 }),
  fc.integer({ min: 0, max: 90_000_000 }).map((ms) => ms / 86_400_000),
  fc.constantFrom(0, 0.5, 1, 59, 60, 60.999999999, 61, 2_958_465, 2_958_465.999999999, 2_958_466, 1e300, -1e300),
)
const FAMILIES = ['number', 'date', 'datetime', 'time'] as const satisfies readonly NumberFamily[]

test.each(FAMILIES)(
  'a %s of a column that became text is spelled by SQL as it is spelled cell by cell',
  async (family) => {
    const numbers = fc.sample(family === 'number' ? anyNumber : anySerial, 3_000)

    for (const isDate1904 of [false, true]) {
      const spelled = await ask(numbers, sqlNumberText({ slot: 'n', family, isDate1904 }))

      expect(spelled).toEqual(numbers.map((number) => cellToText(number, family, isDate1904)))
    }
  },
)

test('days, moments and times of a column are those of its cells, in both systems of counting', async () => {
  const serials = fc.sample(anySerial, 3_000)

  for (const isDate1904 of [false, true]) {
    const slot: NumberSlot = { slot: 'n', family: 'date', isDate1904 }
    const sql = `{d: CAST(${sqlDay(slot)} AS VARCHAR), m: CAST(${sqlMoment(slot)} AS VARCHAR), t: CAST(${sqlTime(slot)} AS VARCHAR)}::JSON::VARCHAR`
    const found = await ask(serials, sql)

    const expected = serials.map((serial) => ({
      d: serialToDate(serial, isDate1904),
      m: serialToTimestamp(serial, isDate1904),
      t: serialToTime(serial),
    }))
    expect(found.map((text) => JSON.parse(String(text)))).toEqual(expected)
  }
})

async function ask(numbers: readonly number[], sql: string): Promise<unknown[]> {
  await duckdb.run('CREATE OR REPLACE TABLE given (n DOUBLE)')
  const appender = await duckdb.createAppender('given')
  for (const number of numbers) {
    appender.appendDouble(number)
    appender.endRow()
  }
  appender.closeSync()
  const result = await duckdb.runAndReadAll(`SELECT ${sql} FROM given ORDER BY rowid`)
  return result.getRows().map(([value]) => value)
}
