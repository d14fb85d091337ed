import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/postgres.ts'
import { findReachedPlace, listPlacesOf } from './places.store.ts'
import { type SeenPlace, shared } from './seen-place.ts'

/** The places that hold all a credential can read. What is found there is still judged, workbook by workbook. */
export async function seenPlaces(db: Db, caller: Caller): Promise<SeenPlace[]> {
  const { kind, userId, accountId, reach } = caller
  const places = kind === 'key' ? [{ accountId, workspaceId: null, workbookId: null }] : await listPlacesOf(db, userId)
  if (reach.kind === 'everything') return places
  const reached = await findReachedPlace(db, accountId, reach)
  return reached ? places.flatMap((place) => shared(place, reached) ?? []) : []
}
