export type Period = { start: Date; end: Date }

/** The month, counted from the anchor, in which a moment lies. One that began on the 31st ends on the last day of shorter months. */
export function periodAt(anchor: Date, moment: Date): Period {
  const passed = Math.max(0, monthsBetween(anchor, moment))
  const isBefore = monthsAfter(anchor, passed) > moment && passed > 0
  const n = isBefore ? passed - 1 : passed
  return { start: monthsAfter(anchor, n), end: monthsAfter(anchor, n + 1) }
}

const monthsBetween = (from: Date, to: Date) =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()

function monthsAfter(anchor: Date, months: number): Date {
  const moved = new Date(anchor)
  moved.setUTCDate(1)
  moved.setUTCMonth(anchor.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return moved
}
