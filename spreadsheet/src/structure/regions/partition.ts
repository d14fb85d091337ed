import { type Band, beginTable, continueTable } from './grow-table.ts'
import type { GrowingTable } from './growing-table.ts'
import type { Strip } from './strips.ts'

/** So many ways to put strips together are followed at a time; fewer where there are very many strips. */
const BEAM = 12
const MANY_STRIPS = 10_000
const NARROW_BEAM = 3

/** Tables that are closed, and one that may go on. */
type Way = { closed: Chain | null; bits: number; open: GrowingTable }
/** Ways share what they have in common. */
type Chain = { table: GrowingTable; before: Chain | null }

/** The tables and texts that describe the strips in the fewest bits, from the top down. */
export function partition(strips: readonly Strip[], band: Band): GrowingTable[] {
  const beam = strips.length > MANY_STRIPS ? NARROW_BEAM : BEAM
  let ways: Way[] = []
  for (const strip of strips) {
    const next = ways.flatMap((way) => continued(way, strip))
    // Whatever was before, the new table is the same: the cheapest past will do.
    const [cheapest] = ways
    const open = beginTable(strip, band, cheapest !== undefined && strip.isGlued && endsInTable(cheapest))
    next.push({ ...(cheapest ? closed(cheapest) : { closed: null, bits: 0 }), open })
    ways = next.sort((a, b) => a.bits + a.open.bits - b.bits - b.open.bits).slice(0, beam)
  }
  const parts: GrowingTable[] = []
  for (let chain = ways[0] ? closed(ways[0]).closed : null; chain; chain = chain.before) parts.push(chain.table)
  return parts.reverse()
}

/** A text at its top is no part of a table. */
const continued = (way: Way, strip: Strip): Way[] =>
  way.open.first.isProse ? [] : [{ ...way, open: continueTable(way.open, strip) }]

/** A text below a table changes nothing. */
const endsInTable = ({ open, closed }: Way) => open.isTable || (open.first.isProse && closed?.table.isTable === true)

const closed = ({ closed, bits, open }: Way) => ({ closed: { table: open, before: closed }, bits: bits + open.bits })
