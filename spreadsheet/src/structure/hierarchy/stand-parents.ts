import type { Roles } from '../roles/roles.ts'
import type { RowStand } from './row-stands.ts'

const SIGNALS = {
  place: 'column',
  outline: 'outline',
  indent: 'indent',
  weight: 'weight',
  fullness: 'group',
} as const

type Signal = keyof typeof SIGNALS

/** The order in which looks are trusted: a name farther in is deeper, whatever its weight. */
const TRUST: readonly Signal[] = ['place', 'outline', 'indent', 'weight', 'fullness']

/** Each row stands under the nearest one above it that is less deep. */
export function parentsByStand(
  stands: readonly RowStand[],
  roles: Roles,
): { parents: Map<number, number>; signals: string[] } {
  const signals = TRUST.filter((signal) => hasSignal(stands, signal))
  const parents = new Map<number, number>()
  const open: Heading[] = []
  const ends = endsOfBlocks(roles)
  for (const [n, stand] of stands.entries()) {
    while (open.length > 0 && !isUnder(stand, open.at(-1), signals)) open.pop()
    const parent = open.at(-1)
    if (parent) parents.set(stand.row, parent.row)
    if (!ends.has(stand.row)) open.push(heading(stand, stands[n + 1]))
  }
  return { parents, signals: parents.size > 0 ? signals.map((signal) => SIGNALS[signal]) : [] }
}

const hasSignal = (stands: readonly RowStand[], signal: Signal) =>
  stands.some((stand) => stand[signal] !== stands[0]?.[signal])

/**
 * Deeper than the other. A bold name never stands under a plain one, and among bold ones it says nothing to have no values. A
 * total is bold because it is one, and no name for the rows below it.
 */
function isUnder(stand: RowStand, above: Heading | undefined, signals: readonly Signal[]): boolean {
  if (!above || stand.weight < above.weight) return false
  for (const signal of signals) {
    const step = stand[signal] - above[signal]
    if (step === 0 || (signal === 'fullness' && isBold(stand) && isBold(above) && !above.headsBold)) continue
    return step > 0 && !(signal === 'weight' && above.isTotal)
  }
  return false
}

const isBold = ({ weight }: RowStand) => weight === 0

/** A name without values heads the row right below it, however far in it stands. */
function heading(stand: RowStand, next: RowStand | undefined): Heading {
  if (stand.fullness === 1 || !next || next.fullness === 0) return stand
  return { ...stand, indent: Math.min(stand.indent, next.indent), headsBold: isBold(next) }
}

/** A row under which others may stand; `headsBold`: bold ones too. */
type Heading = RowStand & { headsBold?: boolean }

/** Totals of the rows above them: they head none below. */
function endsOfBlocks({ totals }: Roles): Set<number> {
  const ends = new Set<number>()
  for (const { row, op, operands } of totals)
    if (row !== undefined && op === 'sum' && operands.every((span) => Number.parseInt(span, 10) < row))
      ends.add(row - 1)
  return ends
}
