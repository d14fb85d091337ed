/** Things in the order of their ids, some of which a reader does not see. */
export type Listing<Found, Visible> = {
  list: (after: string | null, limit: number) => Promise<readonly Found[]>
  idOf: (found: Found) => string
  /** Of these, in their order, what the reader sees. */
  visibleOf: (found: readonly Found[]) => Promise<readonly Visible[]>
  visibleIdOf: (visible: Visible) => string
}

/** A page of one behind thousands of hidden things takes few reads. */
const FURTHER = 500

/**
 * A page of what the reader sees. Reads on past what they do not see: a page that is shorter than asked for, or a cursor behind its last
 * line, would count what is hidden.
 */
export async function pageOfVisible<Found, Visible>(
  { list, idOf, visibleOf, visibleIdOf }: Listing<Found, Visible>,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ page: Visible[]; next: string | null }> {
  const visible: Visible[] = []
  let from = after
  let most = limit + 1
  for (;;) {
    const found = await list(from, most)
    visible.push(...(await visibleOf(found)))
    const last = found.at(-1)
    if (visible.length > limit || found.length < most || last === undefined) break
    from = idOf(last)
    most = Math.max(most, FURTHER)
  }
  const page = visible.slice(0, limit)
  const end = page.at(-1)
  return { page, next: visible.length > limit && end !== undefined ? visibleIdOf(end) : null }
}
