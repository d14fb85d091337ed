import type { Random } from '../structuring-invariants/random.ts'

/** A value as it is written in delimited text, and as a workbook keeps it. */
export type Value = { text: string; typed: string | number | boolean | Date | null }

export type Kind = { name: string; draw: (random: Random, row: number) => Value }

const NONE: Value = { text: '', typed: null }
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2023, 0, 1)

const text = (value: string): Value => ({ text: value, typed: value })
const number = (value: string): Value => ({ text: value, typed: Number(value) })

function dayOf(random: Random) {
  const day = new Date(FIRST_DAY + random.whole(0, 900) * DAY_MS)
  return { day, iso: day.toISOString().slice(0, 10) }
}

const missing =
  (share: number, draw: Kind['draw']): Kind['draw'] =>
  (random, row) =>
    random.chance(share) ? NONE : draw(random, row)

const whole: Kind['draw'] = (random) => number(String(random.whole(-500, 90_000)))
/** The shortest spelling of each, with one decimal at least: 452.1, 93.45, 7.0. */
const written: Kind['draw'] = (random) => {
  const spelled = String(Number((random.next() * 900).toFixed(random.whole(0, 2))))
  return number(spelled.includes('.') ? spelled : `${spelled}.0`)
}

/** Columns of every kind that programs write. */
export const KINDS: readonly Kind[] = [
  { name: 'count', draw: whole },
  { name: 'reading', draw: written },
  { name: 'price', draw: (random) => number((5 + random.next() * 900).toFixed(2)) },
  {
    name: 'ordered_on',
    draw: (random) => {
      const { day, iso } = dayOf(random)
      return { text: iso, typed: day }
    },
  },
  {
    name: 'sent_date',
    draw: (random) => {
      const { day } = dayOf(random)
      return text(`${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()}`)
    },
  },
  {
    name: 'is_paid',
    draw: (random) => {
      const isPaid = random.chance(0.5)
      return { text: isPaid ? 'True' : 'False', typed: isPaid }
    },
  },
  { name: 'customer', draw: (random) => text(random.one(['Alice Brown', 'Deniz Kaya', '佐藤 健', 'Emil Novak'])) },
  { name: 'account', draw: (_, row) => text(String(row * 37 + 1).padStart(8, '0')) },
  { name: 'amount', draw: (random) => text(random.whole(1_000, 9_000_000).toLocaleString('en-US')) },
  { name: 'weight', draw: missing(0.2, written) },
  { name: 'age', draw: missing(0.1, whole) },
  { name: 'score', draw: (random, row) => (random.chance(0.03) ? text('n/a') : whole(random, row)) },
]
