/** The beginning of a page; `rest` is null when that was all of it. */
export type Gathered = { parts: Buffer[]; rest: AsyncIterator<Buffer> | null }

/** Takes a page as it comes, until it is whole or has more bytes than these. */
export async function gatherPage(page: AsyncIterable<Buffer>, mostBytes: number): Promise<Gathered> {
  const rest = page[Symbol.asyncIterator]()
  const parts: Buffer[] = []
  let bytes = 0
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return { parts, rest: null }
    parts.push(value)
    bytes += value.length
    if (bytes > mostBytes) return { parts, rest }
  }
}
