/** Where a browser goes after a login that names no place of its own. */
export const SIGNED_IN = '/signed-in'

const NOWHERE = 'http://nowhere.invalid'

/**
 * A path on this service, or the standard one. It is read the way a browser reads it, which drops tabs and takes `\`
 * for `/`: a link that looks local must not lead a person who just logged in to another site.
 */
export function localPath(asked: string | null | undefined): string {
  if (!asked?.startsWith('/') || !URL.canParse(asked, NOWHERE)) return SIGNED_IN
  const { origin, pathname, search, hash } = new URL(asked, NOWHERE)
  return origin === NOWHERE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : SIGNED_IN
}

/** The page that lists what was made under an address before it was proven. The browser's cookie reaches no farther than /api/auth. */
export const HELD_CONTENT_PAGE = '/api/auth/held-content'

export const heldContentPath = (returnTo: string) =>
  returnTo === SIGNED_IN ? HELD_CONTENT_PAGE : `${HELD_CONTENT_PAGE}?return_to=${encodeURIComponent(returnTo)}`
