import type { Given } from './given.ts'

/** What the service answers for a cell. */
export type Answered = string | number | boolean | null

const MS_PER_DAY = 86_400_000

/** How many cells of a column are not what was given, judged without any code of the service. */
export function countChanged(type: string, given: readonly Given[], answered: readonly Answered[]): number {
  if (isMoment(type) && given.some((cell) => cell?.kind === 'text')) return countChangedMoments(type, given, answered)
  return given.filter((cell, row) => !isSame(type, cell, answered[row] ?? null)).length
}

const isMoment = (type: string) => type === 'DATE' || type === 'TIME' || type === 'TIMESTAMP'

function isSame(type: string, given: Given, answered: Answered): boolean {
  if (given === null) return answered === null
  switch (given.kind) {
    case 'text':
      return sameText(type, given.text, answered)
    case 'number':
      return sameNumber(type, given.value, given.format, answered)
    case 'boolean':
      return type === 'BOOLEAN' ? answered === given.value : answered === String(given.value).toUpperCase()
    case 'error':
      return answered === given.code
  }
}

function sameText(type: string, text: string, answered: Answered): boolean {
  if (type === 'BOOLEAN') return String(answered) === text.toLowerCase()
  return answered !== null && String(answered) === text
}

function sameNumber(type: string, value: number, format: string, answered: Answered): boolean {
  if (type === 'BIGINT' || type === 'DOUBLE') return Number(answered) === value
  const spellings = format.startsWith('h') ? [clockOf(value)] : format.startsWith('y') ? momentsOf(value) : []
  if (type !== 'VARCHAR') return spellings.includes(plain(String(answered)))
  return spellings.length > 0 ? spellings.includes(plain(String(answered))) : answered === String(value)
}

/** A moment of the API and one within a text differ in one character. */
const plain = (text: string) =>
  text
    .replace('T', ' ')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

const clockOf = (serial: number) => plain(new Date(Math.round(serial * MS_PER_DAY)).toISOString().slice(11, 23))

/** The day, with and without its time; the number itself where Excel shows no day. */
function momentsOf(serial: number): string[] {
  const ms = Math.round((serial - Math.floor(serial)) * MS_PER_DAY)
  const epoch = serial < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
  const isDay = serial >= 1 && (serial < 60 || serial >= 61) && serial < 2_958_466
  if (!isDay) return [String(serial)]
  const iso = new Date(epoch + Math.floor(serial) * MS_PER_DAY + ms).toISOString()
  const day = iso.slice(0, 10)
  return ms === 0 ? [day, `${day} 00:00:00`] : [plain(`${day} ${iso.slice(11, 23)}`)]
}

/** Texts that became moments: the same numbers in one order throughout, which the column itself proves. */
function countChangedMoments(type: string, given: readonly Given[], answered: readonly Answered[]): number {
  const orders =
    type === 'TIME'
      ? [[0, 1, 2]]
      : [
          [0, 1, 2],
          [2, 1, 0],
          [2, 0, 1],
        ]
  const changed = orders.map(
    (order) => given.filter((cell, row) => !sameMoment(order, cell, answered[row] ?? null)).length,
  )
  const fitting = changed.filter((count) => count === 0).length
  // Two orders that fit prove none.
  return fitting > 1 ? given.length : Math.min(...changed)
}

/** `order` tells where year, month and day stand in the text. */
function sameMoment(order: readonly number[], given: Given, answered: Answered): boolean {
  if (given === null || given.kind !== 'text') return given === answered
  const numbers = given.text.match(/\d+/g) ?? []
  const reordered = [...order.map((place) => numbers[place] ?? '0'), ...numbers.slice(3)]
  const found = String(answered).match(/\d+/g) ?? []
  const length = Math.max(reordered.length, found.length)
  for (let at = 0; at < length; at++) {
    const isFraction = at === (order.length === 3 && found.length > 4 ? 6 : 3)
    const read = (text: string | undefined) => Number(isFraction ? `0.${text ?? 0}` : (text ?? 0))
    if (read(reordered[at]) !== read(found[at])) return false
  }
  return true
}
