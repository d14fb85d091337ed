import type { Random } from '../structuring-invariants/random.ts'

/** A column of an ordinary list: its name, and a value for each record. */
export type Field = { name: string; type: 'number' | 'day' | 'text'; draw: (random: Random, row: number) => string }

/** Whole numbers within two bounds. */
const whole =
  (least: number, most: number) =>
  (name: string): Field => ({ name, type: 'number', draw: (random) => String(random.whole(least, most)) })

/** Numbers with so many decimals. */
const decimal =
  (least: number, most: number, digits: number) =>
  (name: string): Field => ({
    name,
    type: 'number',
    draw: (random) => (least + random.next() * (most - least)).toFixed(digits),
  })

const oneOf =
  (...texts: string[]) =>
  (name: string): Field => ({ name, type: 'text', draw: (random) => random.one(texts) })

const FIRST_DAY = Date.UTC(2023, 0, 1)
const DAY_MS = 86_400_000

export const day = (name: string): Field => ({
  name,
  type: 'day',
  draw: (random) => new Date(FIRST_DAY + random.whole(0, 900) * DAY_MS).toISOString().slice(0, 10),
})

/** What names each record: no two are alike. */
export const code = (name: string): Field => ({
  name,
  type: 'text',
  draw: (_, row) => `${String.fromCharCode(65 + (row % 26))}-${100 + row * 7}`,
})
export const number = (name: string): Field => ({ name, type: 'number', draw: (_, row) => String(1001 + row) })

export const small = whole(0, 9)
export const count = whole(0, 500)
export const large = whole(1000, 90_000)
export const money = decimal(5, 900, 2)
export const tenths = decimal(1, 90, 1)
export const share = decimal(0, 1, 4)
export const score = whole(30, 100)
export const person = oneOf(
  'Alice Brown',
  'Bob Stone',
  'Carla Diaz',
  'Deniz Kaya',
  '佐藤 健',
  '鈴木 花子',
  'Emil Novak',
)
export const place = oneOf('Bath', 'York', 'Oslo', 'Bergen', '青葉区', '太白区', 'Lyon', 'Porto')
export const kind = oneOf('standard', 'express', 'return', 'sample')
export const flag = oneOf('true', 'false')
