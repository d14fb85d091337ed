import type { DateOrder } from './values/date-order.ts'
import type { DateValue, NumberValue } from './values/value.ts'

/** What the numbers of a column have in common. */
export type NumbersSeen = {
  readonly count: number
  /** Other figures of the sheet settled how one of them is read: `19.484` beside figures with a comma. */
  readonly isSettled: boolean
  /** Whole ones, ones of equally many decimals, or any. */
  readonly type: string
}

/** What the dates of a column have in common. */
export type DatesSeen = {
  readonly count: number
  /** Days, times of day, or both. */
  readonly type: string
  /** Which of two numbers is the month, where the column settled it. */
  readonly order: DateOrder | null
  /** The one spelling of them all; null where there are several, or one that no template can say. */
  readonly format: string | null
}

const MOST_SCALE = 9
/** Digits that a number keeps. */
const SURE_DIGITS = 15

export function createNumbersSeen(): NumbersSeen & { add(value: NumberValue): void } {
  let count = 0
  let isSettled = false
  let areSafe = true
  let scale: number | null = null
  let areOfOneScale = true
  let fitScale = true
  return {
    add({ number, decimals, isPercent, isSettled: settled = false }) {
      count++
      isSettled ||= settled
      if (areSafe && !Number.isSafeInteger(number)) areSafe = false
      const its = decimals + (isPercent ? 2 : 0)
      scale ??= its
      if (its !== scale) areOfOneScale = false
      if (areOfOneScale && fitScale) fitScale = fitsScale(number, its)
    },
    get count() {
      return count
    },
    get isSettled() {
      return isSettled
    },
    get type() {
      if (areSafe) return 'BIGINT'
      return areOfOneScale && fitScale ? `DECIMAL(18,${scale})` : 'DOUBLE'
    },
  }
}

/** A format may show fewer decimals than the number has: 0.9271 as 93 %. */
const fitsScale = (number: number, scale: number) =>
  scale <= MOST_SCALE && Math.abs(number) < 10 ** (SURE_DIGITS - scale) && Number(number.toFixed(scale)) === number

const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d\d:/

export function createDatesSeen(): DatesSeen & { add(value: DateValue): void } {
  let count = 0
  let areDays = true
  let areTimes = true
  let order: DateOrder | null = null
  let format: string | null = null
  let areAlike = true
  return {
    add(value) {
      if (count === 0) format = value.format
      else if (format !== value.format) areAlike = false
      count++
      order ??= value.order ?? null
      areDays &&= DAY.test(value.iso)
      areTimes &&= TIME.test(value.iso)
    },
    get count() {
      return count
    },
    get type() {
      if (areDays) return 'DATE'
      return areTimes ? 'TIME' : 'TIMESTAMP'
    },
    get order() {
      return order
    },
    get format() {
      return areAlike ? format : null
    },
  }
}
