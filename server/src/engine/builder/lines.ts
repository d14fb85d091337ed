import type { Readable } from 'node:stream'

/** Lines that end with a line feed and nothing else: readline also breaks at U+2028, which JSON leaves as it is. */
export async function* linesOf(stream: Readable, mostBytes: number = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    let rest: Buffer = chunk
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      parts.push(rest.subarray(0, end))
      yield Buffer.concat(parts.splice(0)).toString()
      rest = rest.subarray(end + 1)
      bytes = 0
    }
    bytes += rest.length
    if (bytes > mostBytes) throw new Error(`a line is longer than ${mostBytes} bytes`)
    if (rest.length > 0) parts.push(rest)
  }
}
