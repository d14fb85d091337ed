import { SIGNED_IN } from './local-path.ts'

/** The page that lists what was made under an address before it was proven. The browser's cookie reaches no farther than /api/auth. */
export const HELD_CONTENT_PAGE = '/api/auth/held-content'

export const heldContentPath = (returnTo: string) =>
  returnTo === SIGNED_IN ? HELD_CONTENT_PAGE : `${HELD_CONTENT_PAGE}?return_to=${encodeURIComponent(returnTo)}`
