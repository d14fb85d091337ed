/** What happened on one day. */
export type Day = { date: string; value: number }

const HEIGHT = 64
const STEP = 10
const GAP = 2

/** A bar a day, the highest as high as there is room. Screen readers get the sums beside it. */
export function DayBars({ label, days }: { label: string; days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ value }) => value))
  return (
    <svg
      className="day-bars"
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {days.map(({ date, value }, n) => {
        const height = (value / most) * (HEIGHT - 1)
        return (
          <g key={date}>
            <title>{`${date}: ${value}`}</title>
            <rect className="day-room" x={n * STEP} y={0} width={STEP} height={HEIGHT} />
            <rect className="day-bar" x={n * STEP + GAP / 2} y={HEIGHT - height} width={STEP - GAP} height={height} />
          </g>
        )
      })}
      <rect className="day-ground" x={0} y={HEIGHT - 1} width={days.length * STEP} height={1} />
    </svg>
  )
}

const DAY_MS = 86_400_000

/** Every day up to today; days that the service leaves out had nothing, or what the day before had. */
export function everyDay<B extends { date: string }>(
  buckets: readonly B[],
  days: number,
  { amountOf, isStock = false }: { amountOf: (bucket: B) => number | null; isStock?: boolean },
): Day[] {
  const known = new Map(buckets.map((bucket) => [bucket.date, amountOf(bucket)]))
  let before = 0
  return Array.from({ length: days }, (_, n) => {
    const date = new Date(Date.now() - (days - 1 - n) * DAY_MS).toISOString().slice(0, 10)
    const value = known.get(date) ?? (isStock ? before : 0)
    before = value
    return { date, value }
  })
}
