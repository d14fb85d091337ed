import type { TopRows } from './top-rows.ts'

const FIRST_YEAR = 1800
const LAST_YEAR = 2100
/** Fewer amounts may be one step apart by chance, unless they count from one. */
const SHORTEST_SEQUENCE = 5
const SHORTEST_COUNT = 3

/** The plain numbers of a row name columns: they are years or steps of a sequence (`1 2 3`, `5 10 15`), and those below are not. */
export function isHeaderSequence(top: TopRows, row: number): boolean {
  const kind = kindOfNumbers(top, row)
  if (kind === 'steps' && isNamedTwice(top, row)) return false
  return kind !== null && (kind === 'none' || kind !== kindOfNumbers(top, row + 1))
}

/** The corner has a name and this row has another one in front: it is a row of data, whatever its numbers. */
function isNamedTwice(top: TopRows, row: number): boolean {
  const name = top.cellAt(row, 0)
  if (name === undefined) return false
  for (let above = 0; above < row; above++) {
    const corner = top.cellAt(above, 0)
    if (corner !== undefined && corner !== name) return true
  }
  return false
}

type Kind = 'none' | 'years' | 'years in a row' | 'steps'

function kindOfNumbers(top: TopRows, row: number): Kind | null {
  const numbers = numbersOf(top, row)
  if (numbers === null) return null
  if (numbers.length === 0) return 'none'
  if (numbers.every(isYear)) return isInRow(numbers) ? 'years in a row' : 'years'
  return isArithmetic(numbers) ? 'steps' : null
}

/** Null where one of them is clearly a quantity. A merged area counts once. */
function numbersOf(top: TopRows, row: number): number[] | null {
  const numbers: number[] = []
  let last: object | null = null
  for (let column = 0; column < top.width; column++) {
    if (top.lookAt(row, column) === 'figure') return null
    const cell = top.cellAt(row, column)
    if (cell === undefined || cell === last || cell.value.kind !== 'number') continue
    last = cell
    numbers.push(cell.value.number)
  }
  return numbers
}

const isYear = (number: number) => number >= FIRST_YEAR && number <= LAST_YEAR

/** Amounts may look like years, but hardly like years that follow each other. */
const isInRow = (years: readonly number[]) =>
  years.every((year, place) => place === 0 || Math.abs(year - (years[place - 1] ?? year)) === 1)

function isArithmetic(numbers: readonly number[]): boolean {
  const [first = 0, second = 0] = numbers
  const step = second - first
  const shortest = first === 1 && step === 1 ? SHORTEST_COUNT : SHORTEST_SEQUENCE
  if (numbers.length < shortest || step === 0) return false
  return numbers.every((number, place) => number === first + place * step)
}
