import type { Dice } from './dice.ts'

/** What an expression is about: the types of columns, as far as SQL treats them alike. `bulky` texts are long. */
export type Kind =
  | 'whole' | 'huge' | 'exact' | 'dyadic' | 'number' | 'text' | 'bulky' | 'flag' | 'day' | 'clock' | 'moment'
  | 'instant' | 'uuid' | 'json' // biome-ignore format: a list

const TEXTS = [
  '', 'a', 'b', 'Zürich', '東京', '大阪 府', "it's", 'x "y"', 'east', 'west', 'North', '12', '-7', '1.5', 'true',
  'two words', ' pad ', '%', '_', '\\', 'a,b,c', 'é', 'ﷺ', '😀', '\ufefffirst', 'a\tb', 'line\nline', '2024-02-29',
] as const // biome-ignore format: a list

const JSONS = [
  '{"a":1,"b":"x"}', '{"a":-2.5,"list":[1,2,3]}', '[1,"two",null]', '"text"', '17', 'null', 'true', '{}', '[]',
  '{"a":12345678901234567890,"b":{"c":[{"d":1.10}]}}', '{"日本":"東京","list":[]}',
] as const // biome-ignore format: a list

const NUMBERS = ['0', '1e-7', '1e+22', '0.1', '-0.3', '1.7976931348623157e+308', '5e-324', '123456.789'] as const

const MAKE: Readonly<Record<Kind, (dice: Dice) => string>> = {
  whole: (dice) => String(dice.chance(20) ? dice.below(2_000_000) - 1_000_000 : dice.below(41)),
  huge: (dice) =>
    dice.of(['9007199254740993', '-9007199254740993', '0', '9223372036854775807', String(dice.below(99))]),
  exact: (dice) =>
    `${dice.below(200_000) - 100_000}.${String(dice.below(100)).padStart(2, '0')}`.replace(/^-0\.00$/, '0.00'),
  // Eighths: however they are summed up, nothing is rounded.
  dyadic: (dice) => String((dice.below(1_600_000) - 800_000) / 8),
  number: (dice) => dice.of([...NUMBERS, String(dice.below(1000) / 7)]),
  text: (dice) => (dice.chance(70) ? dice.of(TEXTS) : `${dice.of(TEXTS)} ${dice.below(50)}`),
  bulky: (dice) =>
    Array.from({ length: 120 }, () =>
      dice
        .below(2 ** 32)
        .toString(36)
        .padStart(8, '.'),
    ).join(''),
  flag: (dice) => dice.of(['true', 'false']),
  day: (dice) => momentText(dice).slice(0, 10),
  clock: (dice) => momentText(dice).slice(11) + dice.of(['', '.5', '.000001']),
  moment: (dice) => momentText(dice) + dice.of(['', '', '.25', '.123456']),
  instant: (dice) => `${momentText(dice)}${dice.of(['', '.5', '.654321'])}+00`,
  uuid: (dice) => `0190a3b4-1111-7222-8333-${dice.below(40).toString(16).padStart(12, '0')}`,
  json: (dice) => dice.of(JSONS),
}

const FIRST_SECOND = Date.UTC(1990, 0, 1) / 1000
const SECONDS = 45 * 365 * 86_400

function momentText(dice: Dice): string {
  // Few days, so that some are met again.
  const second = FIRST_SECOND + (dice.chance(60) ? dice.below(400) * 86_400 * 3 : dice.below(SECONDS))
  return new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

const NULLS_PERCENT = 12

/** A value as its one canonical text, which the API takes and which CAST reads exactly. */
export function someValue(dice: Dice, kind: Kind): string | null {
  return kind !== 'bulky' && dice.chance(NULLS_PERCENT) ? null : MAKE[kind](dice)
}

/** A value that is there. */
export const someText = (dice: Dice, kind: Kind): string => MAKE[kind](dice)
