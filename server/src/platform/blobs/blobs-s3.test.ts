import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Blobs } from './blobs.ts'
import { createS3Blobs } from './blobs-s3.ts'

const MB = 1024 * 1024

/** What can happen to one request on its way to the store and back. */
type Fault = 'none' | 'damaged' | 'refused' | 'reset' | 'silence' | 'answer lost' | 'answer cut'
type Fate = (request: IncomingMessage, count: number) => Fault

const kinds: [string, Buffer, (bytes: Buffer) => Buffer | Readable][] = [
  ['a buffer', randomBytes(100_000), (bytes) => bytes],
  ['a short stream', randomBytes(100_000), (bytes) => Readable.from([bytes])],
  ['a long stream', randomBytes(20 * MB), (bytes) => Readable.from([bytes])],
]

describe.each(kinds)('%s on its way to S3', (_, bytes, body) => {
  test('is refused when a byte of it was changed', async () => {
    const { blobs, direct, name } = await openBehind(({ method }) => (method === 'PUT' ? 'damaged' : 'none'))

    await expect(blobs.put(name, body(bytes))).rejects.toThrow()

    expect(await direct.size(name)).toBeUndefined()
    expect(await unfinishedUploads(name)).toEqual([])
  })

  test.each(['refused', 'reset', 'answer lost'] as const)(
    'arrives although every first try meets: %s',
    async (fault) => {
      const { blobs, direct, name } = await openBehind((_request, count) => (count === 1 ? fault : 'none'))

      const put = await blobs.put(name, body(bytes))

      expect(put).toEqual({ sizeBytes: bytes.length, sha256: sha256(bytes) })
      expect(sha256(await read(direct, name))).toBe(put.sha256)
    },
  )

  test('is given up when the store stays away', async () => {
    const { blobs, direct, name } = await openBehind(() => 'refused')

    await expect(blobs.put(name, body(bytes))).rejects.toThrow()

    expect(await direct.size(name)).toBeUndefined()
  })
})

test('a put whose parts could not be joined fails, and leaves no parts behind', async () => {
  const { blobs, direct, name } = await openBehind(({ method, url }) =>
    method === 'POST' && url?.includes('uploadId=') ? 'refused' : 'none',
  )

  await expect(blobs.put(name, Buffer.alloc(20 * MB))).rejects.toThrow()

  expect(await direct.size(name)).toBeUndefined()
  expect(await unfinishedUploads(name)).toEqual([])
})

test('a put whose parts were joined stands although the answer to it was lost', async () => {
  const bytes = randomBytes(20 * MB)
  const { blobs, direct, name } = await openBehind(({ method, url }, count) =>
    method === 'POST' && url?.includes('uploadId=') && count === 1 ? 'answer lost' : 'none',
  )

  const put = await blobs.put(name, bytes)

  expect(put.sha256).toBe(sha256(bytes))
  expect(sha256(await read(direct, name))).toBe(put.sha256)
})

test('a stream that fails after its first parts leaves no parts behind', async () => {
  const { direct, name } = await openBehind(() => 'none')
  async function* source() {
    for (let n = 0; n < 18; n++) yield Buffer.alloc(MB)
    throw new Error('the sender is gone')
  }

  await expect(direct.put(name, Readable.from(source()))).rejects.toThrow('the sender is gone')

  expect(await unfinishedUploads(name)).toEqual([])
})

test('a content cut on its way back is an error, never a shorter content', async () => {
  const { blobs, direct, name } = await openBehind(() => 'answer cut')
  await direct.put(name, randomBytes(MB))

  await expect(read(blobs, name)).rejects.toThrow('aborted')
})

test('a bucket that is not there fails the check, and its objects are not merely missing', async () => {
  const blobs = await createS3Blobs({ ...s3Location(), bucket: `none-${randomUUID()}` })
  onTestFinished(() => blobs.close())

  await expect(blobs.check()).rejects.toThrow()
  await expect(blobs.get('a')).rejects.toThrow()
  await expect(blobs.put('a', Buffer.from('x'))).rejects.toThrow()
})

test('a store that cannot be reached fails the check soon', async () => {
  const blobs = await createS3Blobs({ ...s3Location(), endpoint: 'http://127.0.0.1:9' })
  onTestFinished(() => blobs.close())

  await expect(blobs.check()).rejects.toThrow('ECONNREFUSED')
})

test('a store that does not answer fails the check within seconds', async () => {
  const { blobs } = await openBehind(() => 'silence')
  const startedMs = performance.now()

  await expect(blobs.check()).rejects.toThrow()

  expect(performance.now() - startedMs).toBeLessThan(4_500)
})

/** The store itself, and the same store behind a connection that fails on request. */
async function openBehind(fate: Fate) {
  const location = s3Location()
  const name = `test/${randomUUID()}`
  const direct = await createS3Blobs(location)
  const blobs = await createS3Blobs({ ...location, endpoint: await openLine(location.endpoint, fate) })
  onTestFinished(async () => {
    await direct.delete(name)
    direct.close()
    blobs.close()
  })
  return { blobs, direct, name }
}

async function openLine(target: string, fate: Fate): Promise<string> {
  const counts = new Map<string, number>()
  const server = createServer((incoming, outgoing) => {
    const key = `${incoming.method} ${incoming.url}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    void pass(target, fate(incoming, count), incoming, outgoing)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // Safe: a TCP server that listens has a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function pass(
  target: string,
  fault: Fault,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<unknown> {
  if (fault === 'reset') return incoming.socket.resetAndDestroy()
  const body = await buffer(incoming)
  if (fault === 'silence') return undefined
  if (fault === 'refused') return outgoing.writeHead(503).end()
  if (fault === 'damaged') body.writeUInt8(body.readUInt8(body.length >> 1) ^ 1, body.length >> 1)

  const { method = '', url = '', headers } = incoming
  const forwarded = request(new URL(url, target), { method, headers })
  forwarded.end(body)
  // Safe: http emits the answer as the only argument.
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
  const content = await buffer(answer)
  if (fault === 'answer lost') return incoming.socket.destroy()
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
  if (fault !== 'answer cut') return outgoing.end(content)
  return outgoing.write(content.subarray(0, content.length >> 1), () => incoming.socket.destroy())
}

async function unfinishedUploads(name: string) {
  const { endpoint, region, bucket } = s3Location()
  const client = new S3Client({ endpoint, region, forcePathStyle: true })
  onTestFinished(() => client.destroy())
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: name }))
  return Uploads
}

function s3Location() {
  const { SVC_S3_ENDPOINT, SVC_S3_BUCKET, SVC_S3_REGION } = process.env
  if (!SVC_S3_ENDPOINT || !SVC_S3_BUCKET) throw new Error('SVC_S3_ENDPOINT is not set: run scripts/services start')
  return { endpoint: SVC_S3_ENDPOINT, bucket: SVC_S3_BUCKET, region: SVC_S3_REGION ?? 'us-east-1', lentRole: null }
}

async function read(blobs: Blobs, name: string): Promise<Buffer> {
  const stream = await blobs.get(name)
  if (!stream) throw new Error(`${name} is missing`)
  return buffer(stream)
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
