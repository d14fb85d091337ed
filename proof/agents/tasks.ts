import { read, utils, type WorkSheet, write } from '@e965/xlsx'

export type TaskKind = 'lookup' | 'sum_by_group' | 'fix_formula' | 'add_row' | 'clean_column'

/** Something people ask of a spreadsheet. What is right is known beforehand: of an answer, or of the file. */
export type Task = {
  id: string
  kind: TaskKind
  filename: string
  file: Buffer
  ask: string
  isSolved: (answer: string, file: Buffer) => boolean
}

const KINDS: readonly TaskKind[] = ['lookup', 'sum_by_group', 'fix_formula', 'add_row', 'clean_column']
const REGIONS = ['North', 'South', 'East', 'West']
const ITEMS = ['Cedar lamp', 'Maple chair', 'Onyx desk', 'Willow shelf', 'Ember stool', 'Quartz rack']
const TOP = 4

type Random = (below: number) => number
type Order = { code: string; item: string; region: string; price: number; count: number }

/** As many tasks as are asked for, of all kinds in turn; the same for the same number. */
export const generatedTasks = (count: number): Task[] => Array.from({ length: count }, (_, n) => taskOf(n))

function taskOf(n: number): Task {
  const random = randomFrom(n + 1)
  const orders = Array.from({ length: 20 + random(60) }, (_, place) => anyOrder(place, random))
  const kind = KINDS[n % KINDS.length] ?? 'lookup'
  const task = { id: `${kind}-${n}`, kind, filename: `orders-${n}.xlsx` }
  switch (kind) {
    case 'lookup':
      return { ...task, ...lookup(orders, random) }
    case 'sum_by_group':
      return { ...task, ...sumByGroup(orders, random) }
    case 'fix_formula':
      return { ...task, ...fixFormula(orders, random) }
    case 'add_row':
      return { ...task, ...addRow(orders, random) }
    case 'clean_column':
      return { ...task, ...cleanColumn(orders) }
  }
}

type Made = Pick<Task, 'file' | 'ask' | 'isSolved'>

const anyOrder = (place: number, random: Random): Order => ({
  code: `K-${1_000 + place * 7}`,
  item: ITEMS[random(ITEMS.length)] ?? '',
  region: REGIONS[random(REGIONS.length)] ?? '',
  price: 100 + random(900),
  count: 1 + random(20),
})

const amountOf = ({ price, count }: Order) => price * count

function lookup(orders: readonly Order[], random: Random): Made {
  const wanted = orders[random(orders.length)] as Order
  return {
    file: bookOf(orders),
    ask: `What is the amount of the order ${wanted.code}? Answer with the number.`,
    isSolved: (answer) => numbersIn(answer).includes(amountOf(wanted)),
  }
}

function sumByGroup(orders: readonly Order[], random: Random): Made {
  const region = orders[random(orders.length)]?.region ?? ''
  const sum = orders.filter((order) => order.region === region).reduce((so, order) => so + amountOf(order), 0)
  return {
    file: bookOf(orders),
    ask: `What do the amounts of the region ${region} add up to? Answer with the number.`,
    isSolved: (answer) => numbersIn(answer).includes(sum),
  }
}

function fixFormula(orders: readonly Order[], random: Random): Made {
  const broken = 2 + random(orders.length - 4)
  const row = rowOf(broken)
  return {
    file: bookOf(orders, (sheet) => {
      sheet[`F${row}`] = {
        t: 'n',
        f: `D${row}*E${row - 1}`,
        v: (orders[broken]?.price ?? 0) * (orders[broken - 1]?.count ?? 0),
      }
    }),
    ask: 'One formula in the column Amount is not like the others. Correct it in the file, and change nothing else.',
    isSolved: (_, file) => {
      const sheet = sheetIn(file)
      return orders.every(
        (order, n) =>
          isFormula(sheet, `F${rowOf(n)}`, `D${rowOf(n)}*E${rowOf(n)}`) && sheet[`A${rowOf(n)}`]?.v === order.code,
      )
    },
  }
}

function addRow(orders: readonly Order[], random: Random): Made {
  const added = { ...anyOrder(orders.length, random), code: 'K-9999' }
  return {
    file: bookOf(orders),
    ask: `Add the order ${added.code}, ${added.item}, ${added.region}, price ${added.price}, count ${added.count} as the last order of the list, before the total, with its amount as a formula. The total must include it.`,
    isSolved: (_, file) => {
      const sheet = sheetIn(file)
      const row = rowOf(orders.length)
      const isThere = sheet[`A${row}`]?.v === added.code && isFormula(sheet, `F${row}`, `D${row}*E${row}`)
      // Not every program computes what it writes: the formula counts.
      const isTotal =
        sheet[`A${row + 1}`]?.v === 'Total' && isFormula(sheet, `F${row + 1}`, `SUM(F${rowOf(0)}:F${row})`)
      return isThere && isTotal && orders.every(({ code }, n) => sheet[`A${rowOf(n)}`]?.v === code)
    },
  }
}

function cleanColumn(orders: readonly Order[]): Made {
  const spelled = (region: string, n: number) =>
    [region, region.toUpperCase(), ` ${region}`, `${region.toLowerCase()} `][n % 4] ?? region
  return {
    file: bookOf(orders, (sheet) => {
      for (const [n, { region }] of orders.entries()) sheet[`C${rowOf(n)}`] = { t: 's', v: spelled(region, n) }
    }),
    ask: `The regions in the column Region are spelled in many ways. Spell each as one of ${REGIONS.join(', ')}, in the file, and change nothing else.`,
    isSolved: (_, file) => {
      const sheet = sheetIn(file)
      return orders.every(
        ({ region, code }, n) => sheet[`C${rowOf(n)}`]?.v === region && sheet[`A${rowOf(n)}`]?.v === code,
      )
    },
  }
}

const rowOf = (order: number) => TOP + 1 + order

/** A title, the orders with their amounts, and the total. */
function bookOf(orders: readonly Order[], spoil: (sheet: WorkSheet) => void = () => undefined): Buffer {
  const rows = orders.map((order, n) => [
    order.code,
    order.item,
    order.region,
    order.price,
    order.count,
    { t: 'n', f: `D${rowOf(n)}*E${rowOf(n)}`, v: amountOf(order) },
  ])
  const total = orders.reduce((so, order) => so + amountOf(order), 0)
  const sum = { t: 'n', f: `SUM(F${rowOf(0)}:F${rowOf(orders.length - 1)})`, v: total }
  const head = ['Code', 'Item', 'Region', 'Price', 'Count', 'Amount']
  const sheet = utils.aoa_to_sheet([
    ['Orders of the year'],
    [],
    [],
    head,
    ...rows,
    ['Total', null, null, null, null, sum],
  ])
  spoil(sheet)
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Orders')
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }))
}

const sheetIn = (file: Buffer): WorkSheet => read(file, { type: 'buffer', cellFormula: true }).Sheets.Orders ?? {}

const isFormula = (sheet: WorkSheet, at: string, formula: string) =>
  String(sheet[at]?.f ?? '').replace(/[\s$]/g, '') === formula

const numbersIn = (text: string) =>
  [...text.matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([number]) => Number(number.replaceAll(',', '')))

/** Numbers that look random and are the same for a seed. */
function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761 + 12_345) % 4_294_967_296
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}
