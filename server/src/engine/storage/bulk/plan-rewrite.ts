import type { SegmentLimits } from '../../builder/build-request.ts'

type Ranged = { rowLo: number; rowHi: number; rows: number; bytes: number }

/** A part of the new content: a segment as it is, or segments and edited rows to be written again. */
export type RewritePart<S> = { kept: S } | { segments: S[]; rowIds: number[] }

type Piece<S> = { segment: S | null; rowIds: number[]; rows: number; bytes: number }

/**
 * Which segments have to be written again for edits of these rows (ascending). A segment whose id range no edit touches
 * is kept; small neighbours of what is rewritten go with it, so that edits do not leave a trail of small segments.
 */
export function planRewrite<S extends Ranged>(
  segments: readonly S[],
  rowIds: readonly number[],
  limits: SegmentLimits,
): RewritePart<S>[] {
  const parts: RewritePart<S>[] = []
  let run: Piece<S>[] = []
  let rows = 0
  let bytes = 0
  const endRun = () => {
    parts.push(...toParts(run))
    run = []
    rows = 0
    bytes = 0
  }
  for (const piece of cutAtSegments(segments, rowIds)) {
    const isLarge = piece.rows > limits.rows / 4 || piece.bytes > limits.bytes / 4
    if (isLarge || rows + piece.rows > limits.rows || bytes + piece.bytes > limits.bytes) endRun()
    run.push(piece)
    rows += piece.rows
    bytes += piece.bytes
    if (isLarge) endRun()
  }
  endRun()
  return parts
}

/** A run is written as one when it holds an edit, else kept as it is. */
function toParts<S>(run: readonly Piece<S>[]): RewritePart<S>[] {
  const rowIds = run.flatMap((piece) => piece.rowIds)
  const segments = run.flatMap(({ segment }) => (segment ? [segment] : []))
  if (rowIds.length > 0) return [{ segments, rowIds }]
  return segments.map((kept) => ({ kept }))
}

/** Every segment with the edits in its range, and between segments the edits that lie there, all ascending. */
function cutAtSegments<S extends Ranged>(segments: readonly S[], rowIds: readonly number[]): Piece<S>[] {
  const pieces: Piece<S>[] = []
  let next = 0
  const takeUpTo = (last: number) => {
    const start = next
    while (next < rowIds.length && (rowIds[next] ?? 0) <= last) next++
    return rowIds.slice(start, next)
  }
  const addLoose = (loose: number[]) => {
    if (loose.length > 0) pieces.push({ segment: null, rowIds: loose, rows: loose.length, bytes: 0 })
  }
  for (const segment of segments) {
    addLoose(takeUpTo(segment.rowLo - 1))
    pieces.push({ segment, rowIds: takeUpTo(segment.rowHi), rows: segment.rows, bytes: segment.bytes })
  }
  addLoose(takeUpTo(Number.POSITIVE_INFINITY))
  return pieces
}
