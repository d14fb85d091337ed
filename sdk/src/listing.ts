/** Many things, read page by page as they are asked for: `for await (const each of listing)`. */
export type Listing<Item, Page = unknown> = AsyncIterable<Item> & {
  pages: () => AsyncIterable<Page>
  toArray: () => Promise<Item[]>
}

/** `readPage` is first asked without a place to go on from; `nextOf` tells it, or null on the last page. */
export function listing<Item, Page, Place>(
  readPage: (after: Place | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
  nextOf: (page: Page) => Place | null,
): Listing<Item, Page> {
  async function* pages() {
    let place: Place | undefined
    while (true) {
      const page = await readPage(place)
      yield page
      const next = nextOf(page)
      if (next === null) return
      place = next
    }
  }
  async function* items() {
    for await (const page of pages()) yield* itemsOf(page)
  }
  return {
    [Symbol.asyncIterator]: items,
    pages,
    toArray: async () => {
      const all: Item[] = []
      for await (const item of items()) all.push(item)
      return all
    },
  }
}

/** A list that goes on at its `next_cursor`. */
export function cursorListing<Item, Page extends { next_cursor: string | null }>(
  readPage: (cursor: { cursor?: string }) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): Listing<Item, Page> {
  const readAfter = (cursor: string | undefined) => readPage(cursor === undefined ? {} : { cursor })
  return listing(readAfter, itemsOf, (page) => page.next_cursor)
}
