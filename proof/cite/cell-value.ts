/** A cell as another reader has it. */
export type ReadCell = string | number | boolean | { time: string } | { seconds: number } | undefined

/** Whether a cell holds a value that was cited from it, however either of them spells it. */
export function isHeld(value: unknown, cell: ReadCell): boolean {
  if (value === null) return numberIn(cell) === null || typeof cell === 'string'
  if (cell === undefined) return false
  if (typeof value === 'number') return isNumberHeld(value, cell)
  if (typeof value === 'boolean')
    return cell === value || /^(true|false|はい|いいえ|yes|no|○|×|1|0)$/i.test(String(cell))
  const text = String(value)
  if (typeof cell === 'object') return isTimeHeld(text, cell)
  if (typeof cell === 'number') return isNumberHeld(Number(text), cell) || isSerial(text, cell)
  const [one, other] = [plain(text), plain(String(cell))]
  return one === other || isDateText(text, String(cell)) || isNumberHeld(Number(text), cell)
}

const plain = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')

const near = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other))

function isNumberHeld(value: number, cell: ReadCell): boolean {
  const number = numberIn(cell)
  if (number === null || Number.isNaN(value)) return false
  // A column of percents or of two digits keeps no more of its cells than that.
  return (
    near(value, number) || near(value, number / 100) || near(value, number * 100) || Math.abs(value - number) < 0.005
  )
}

/** The number of a cell, also of one that is text: `¥1,200`, `△30`, `(5)`, `12%`. */
export function numberIn(cell: ReadCell): number | null {
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string') return null
  const folded = cell.normalize('NFKC').replace(/[\s,¥$€円%]/g, '')
  const isNegative = /^[△▲(]|^-/.test(folded)
  const digits = /^[△▲(-]*(\d+(?:\.\d+)?)\)?\D{0,3}$/.exec(folded)?.[1]
  if (digits === undefined) return null
  const scale = /[%％]/.test(cell) ? 100 : 1
  return ((isNegative ? -1 : 1) * Number(digits)) / scale
}

function isTimeHeld(text: string, cell: { time: string } | { seconds: number }): boolean {
  if ('seconds' in cell)
    return near(Number(text), cell.seconds / 86_400) || secondsOf(text) === Math.round(cell.seconds)
  return (
    cell.time.startsWith(text) ||
    text.startsWith(cell.time.slice(0, 10)) ||
    cell.time.slice(11, 11 + text.length) === text ||
    cell.time === text
  )
}

function secondsOf(text: string): number | null {
  const [, hours, minutes, seconds = '0'] = /^(\d+):(\d\d)(?::(\d\d))?/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

const DAY_MS = 86_400_000

const isSerial = (text: string, cell: number) => {
  const at = Date.parse(`${text.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(at) && Math.floor(cell) === Math.round((at - Date.UTC(1899, 11, 30)) / DAY_MS)
}

/** A day in the spellings of people: its numbers are there in some order, the year perhaps of an era or left out. */
function isDateText(text: string, cell: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?/.exec(text) ?? []
  if (year === undefined) return false
  const named = MONTHS.findIndex((name) => cell.toLowerCase().includes(name))
  const numbers = [...(cell.normalize('NFKC').match(/\d+/g) ?? []).map(Number), ...(named < 0 ? [] : [named + 1])]
  const wanted = [Number(month), ...(day === undefined ? [] : [Number(day)])]
  const isPacked = cell.normalize('NFKC').includes(`${year}${month}${day ?? ''}`)
  return isPacked || wanted.every((each) => numbers.includes(each))
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
