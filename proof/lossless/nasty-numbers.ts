import fc from 'fast-check'
import type { Given, NumberFormat } from './given.ts'

const number = (values: fc.Arbitrary<number>, format: NumberFormat): fc.Arbitrary<Given> =>
  values.map((value) => ({ kind: 'number', value, format }))

const MS_PER_DAY = 86_400_000
const whole = (min: number, max: number) => fc.integer({ min, max })
/** No negative zero, which no spreadsheet writes. */
const doubles = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const daysWithTime = fc.tuple(whole(61, 2_958_465), whole(0, MS_PER_DAY - 1)).map(([day, ms]) => day + ms / MS_PER_DAY)

/** Numbers of a workbook under the formats that say what they are. */
export const NASTY_NUMBERS: Readonly<Record<string, fc.Arbitrary<Given>>> = {
  whole_numbers: number(fc.maxSafeInteger(), 'General'),
  doubles: number(doubles, 'General'),
  sums: number(
    whole(-1_000_000, 1_000_000).map((cents) => (cents * 0.1 + 0.2) / 100),
    'General',
  ),
  huge_numbers: number(
    fc.oneof(fc.constantFrom(2 ** 53, 1e21, 1e22, 1.5e300, 5e-324, 1e-7, 123456789012345680000), whole(0, 9)),
    'General',
  ),
  shares: number(
    whole(0, 1000).map((each) => each / 1000),
    '0%',
  ),
  days: number(whole(61, 2_958_465), 'yyyy/m/d'),
  first_days: number(fc.oneof(whole(1, 59), whole(61, 100)), 'yyyy/m/d'),
  days_out_of_range: number(fc.oneof(whole(-10, 62), whole(2_958_460, 2_958_470)), 'yyyy/m/d'),
  days_with_time: number(daysWithTime, 'yyyy/m/d h:mm:ss.000'),
  times: number(
    whole(0, MS_PER_DAY - 1).map((ms) => ms / MS_PER_DAY),
    'h:mm:ss',
  ),
  days_and_numbers: fc.oneof(number(whole(61, 50_000), 'yyyy/m/d'), number(whole(0, 100), 'General')),
  days_and_moments: fc.oneof(number(whole(61, 50_000), 'yyyy/m/d'), number(daysWithTime, 'yyyy/m/d h:mm:ss.000')),
  switches: fc.boolean().map((value) => ({ kind: 'boolean', value })),
  faults: fc
    .constantFrom('#N/A', '#DIV/0!', '#REF!', '#VALUE!', '#NAME?', '#NUM!')
    .map((code) => ({ kind: 'error', code })),
  numbers_and_faults: fc.oneof(number(whole(0, 100), 'General'), fc.constant<Given>({ kind: 'error', code: '#N/A' })),
}
