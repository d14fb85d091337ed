import type { Wire } from '@bindery-data/sdk'

export type Side = 'ours' | 'theirs'
type Action = NonNullable<Wire.Operations['resolveConflict']['body']>['action']

/** A conflict as people think of it: what was there before, what we made of it, and what the others did. */
export type Sides = {
  base: unknown
  ours: unknown
  theirs: unknown
  /** Which of them is in the table now. */
  standing: Side
  /** What lets a side stand; null where the service knows no such action. */
  action: Record<Side, Action | null>
}

type ConflictValues = Pick<Wire.Conflict, 'kind' | 'base_value' | 'prior_value' | 'value'>

/** Over an override the others are the transform: it makes something else now. */
export function sidesOf({ kind, base_value: base, prior_value: prior, value }: ConflictValues): Sides {
  switch (kind) {
    case 'overwrite':
      return { base, ours: prior, theirs: value, standing: 'theirs', action: { ours: 'revert', theirs: 'acknowledge' } }
    case 'stale_override':
      return {
        base,
        ours: value,
        theirs: prior,
        standing: 'ours',
        action: { ours: 'acknowledge', theirs: 'drop_override' },
      }
    case 'row_deleted':
      return { base, ours: prior, theirs: value, standing: 'ours', action: { ours: 'acknowledge', theirs: null } }
  }
}

/** Which side was kept, once it is decided; null where the service closed it by itself. */
export function keptSide(conflict: ConflictValues & Pick<Wire.Conflict, 'resolution'>): Side | null {
  const { action } = sidesOf(conflict)
  return conflict.resolution === action.ours ? 'ours' : conflict.resolution === action.theirs ? 'theirs' : null
}
