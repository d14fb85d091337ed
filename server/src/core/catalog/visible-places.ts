import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/postgres.ts'
import { findReachedPlace, listPlacesOf } from './places.store.ts'
import { shared, type VisiblePlace } from './visible-place.ts'

/** The places that hold all a credential can read. What is found there is still judged, workbook by workbook. */
export async function visiblePlaces(db: Db, caller: Caller): Promise<VisiblePlace[]> {
  const { kind, userId, accountId, reach } = caller
  const places = kind === 'key' ? [{ accountId, workspaceId: null, workbookId: null }] : await listPlacesOf(db, userId)
  if (reach.kind === 'everything') return places
  const reached = await findReachedPlace(db, accountId, reach)
  return reached ? places.flatMap((place) => shared(place, reached) ?? []) : []
}
