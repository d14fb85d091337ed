import { type ColumnType, parseColumnType } from '../../server/src/engine/table/column-type.ts'
import { parseValue } from '../../server/src/engine/values/values.ts'

/** Whole numbers from 0 to below a bound. */
export type Dice = (sides: number) => number

const TYPES = [
  'VARCHAR', 'VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL(12,2)', 'DECIMAL(38,18)', 'BOOLEAN', 'DATE', 'TIME',
  'TIMESTAMP', 'TIMESTAMPTZ', 'UUID', 'JSON',
] as const // biome-ignore format: a list

export function randomType(dice: Dice): ColumnType {
  const type = parseColumnType(TYPES[dice(TYPES.length)] ?? 'VARCHAR')
  if (!type) throw new Error('impossible: a type of the list is none')
  return type
}

const TEXTS = [
  '東京', '007', '0600000', '１２３', '=1+1', '-5', '@x', "'=2", '  spaces  ', 'a\nb', '<&>"\'', '1234567890123456', '2024-01-05',
  'TRUE', '1,234', '😀', '_x0041_', 'é', '#N/A', '1e5', '日本語の長いテキスト'.repeat(20),
] as const // biome-ignore format: a list

/** A canonical text of the type. */
export function randomValue(type: ColumnType, dice: Dice): string {
  const parsed = parseValue(type, spelledValue(type, dice))
  if (!('text' in parsed) || parsed.text === null) throw new Error(`impossible: no value of ${type.name}`)
  return parsed.text
}

function spelledValue(type: ColumnType, dice: Dice): unknown {
  switch (type.name) {
    case 'VARCHAR':
      return dice(3) === 0 ? (TEXTS[dice(TEXTS.length)] ?? '') : `text ${dice(1_000_000)}`
    case 'INTEGER':
      return dice(2 ** 31) - 2 ** 30
    case 'BIGINT':
      return dice(2) === 0 ? String(dice(2 ** 31)) : `${1 + dice(9)}${digits(dice, 17)}`
    case 'DOUBLE':
      return [dice(2 ** 31) / 1000, 0.1 + dice(100) / 10, dice(2 ** 31) * 1e15, 1 / (1 + dice(1000))][dice(4)]
    case 'DECIMAL':
      return `${dice(2) === 0 ? '-' : ''}${dice(1_000_000)}.${digits(dice, Math.min(type.scale, dice(2) === 0 ? 2 : 18))}`
    case 'BOOLEAN':
      return dice(2) === 0
    case 'DATE':
      return day(dice)
    case 'TIME':
      return clock(dice)
    case 'TIMESTAMP':
      return `${day(dice)} ${clock(dice)}`
    case 'TIMESTAMPTZ':
      return `${day(dice)}T${clock(dice)}Z`
    case 'UUID':
      return `${hex(dice, 8)}-${hex(dice, 4)}-4${hex(dice, 3)}-8${hex(dice, 3)}-${hex(dice, 12)}`
    case 'JSON':
      return JSON.stringify({ n: dice(1000), t: TEXTS[dice(TEXTS.length)] })
  }
}

const digits = (dice: Dice, count: number) => Array.from({ length: count }, () => dice(10)).join('')
const hex = (dice: Dice, count: number) => Array.from({ length: count }, () => dice(16).toString(16)).join('')
const two = (value: number) => String(value).padStart(2, '0')
const day = (dice: Dice) => `${1850 + dice(250)}-${two(1 + dice(12))}-${two(1 + dice(28))}`

function clock(dice: Dice): string {
  const fraction = ['', '', '.5', '.123', '.123456'][dice(5)]
  return `${two(dice(24))}:${two(dice(60))}:${two(dice(60))}${fraction}`
}
