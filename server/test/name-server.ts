import { createSocket, type RemoteInfo } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** A name server on loopback whose answers change: each question takes the next of a name's lists, the last one stays. */
export async function openNameServer(
  names: Readonly<Record<string, readonly (readonly string[])[]>>,
  /** Texts of names, which may be added to while it runs. */
  texts: ReadonlyMap<string, readonly string[]> = new Map(),
) {
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const name = nameIn(query)
    const turn = asked.get(name) ?? 0
    asked.set(name, turn + 1)
    const lists = names[name] ?? []
    const records = isAboutTexts(query)
      ? (texts.get(name) ?? []).map(textRecord)
      : (lists[Math.min(turn, lists.length - 1)] ?? []).map(addressRecord)
    socket.send(answerTo(query, records), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    resolve: async (host: string): Promise<LookupAddress[]> =>
      (await resolver.resolve4(host)).map((address) => ({ address, family: 4 })),
    port: socket.address().port,
    asked: (name: string) => asked.get(name) ?? 0,
    close: () => socket.close(),
  }
}

const HEADER_BYTES = 12
const FIXED_BYTES = 4

/** RFC 1035: labels with their lengths before them, up to one of no length. */
function nameIn(query: Buffer): string {
  const labels: string[] = []
  for (let at = HEADER_BYTES; query[at]; at += 1 + Number(query[at]))
    labels.push(query.subarray(at + 1, at + 1 + Number(query[at])).toString())
  return labels.join('.')
}

const TXT = 16

/** The type that is asked for stands behind the name. */
const isAboutTexts = (query: Buffer) => query.readUInt16BE(HEADER_BYTES + nameIn(query).length + 2) === TXT

// The name stands in the question; then type, class IN, to be forgotten at once, and so many bytes.
const addressRecord = (address: string) =>
  Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)])

/** A text is a list of parts of at most 255 bytes; these are shorter. */
const textRecord = (text: string) => {
  const bytes = Buffer.from(text)
  const head = [0xc0, HEADER_BYTES, 0, TXT, 0, 1, 0, 0, 0, 0, 0, bytes.length + 1, bytes.length]
  return Buffer.concat([Buffer.from(head), bytes])
}

function answerTo(query: Buffer, records: readonly Buffer[]): Buffer {
  const question = query.subarray(HEADER_BYTES, HEADER_BYTES + nameIn(query).length + 2 + FIXED_BYTES)
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  // An answer; of a name that is not known, that it is not.
  header.writeUInt16BE(records.length > 0 ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, question, ...records])
}
