import type { ColumnKinds } from './column-kinds.ts'
import type { Strip } from './strips.ts'

/** Strips put together to a table, as far as they have been looked at. */
export type GrowingTable = {
  first: Strip
  last: Strip
  /** All before the last, the nearest first: tables that begin alike share them. */
  before: StripChain | null
  left: number
  right: number
  headerLines: number
  /** Lines that are neither names of columns nor texts by themselves. */
  records: number
  /** Nothing but words so far. */
  isWordsOnly: boolean
  /** It follows on another table at once, with nothing but a text between them. */
  isGlued: boolean
  framedLines: number
  /** Texts by themselves that stand in another column than the first. */
  innerLines: number
  kinds: ColumnKinds
  /** Bits of all that stands between its strips, and of its strips if they are no table. */
  joinBits: number
  looseBits: number
  /** It is described in fewer bits as a table than as scattered cells; `bits` is the lower count. */
  isTable: boolean
  bits: number
}

export type StripChain = { strip: Strip; before: StripChain | null }

/** From the top down. */
export function stripsIn({ last, before }: GrowingTable): Strip[] {
  const strips = [last]
  for (let chain = before; chain; chain = chain.before) strips.push(chain.strip)
  return strips.reverse()
}
