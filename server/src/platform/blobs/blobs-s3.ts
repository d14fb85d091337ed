import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type * as S3 from '@aws-sdk/client-s3'
import { assertState } from '../errors.ts'
import {
  assertBlobName,
  type BlobReading,
  type Blobs,
  type PutBlob,
  type S3Location,
  type SignableRequest,
} from './blobs.ts'
import { lenderOf } from './lend-credentials.ts'
import { measureBytes } from './measure-bytes.ts'

/** 10,000 parts, the most S3 takes, make 80 GB. An upload holds as many parts in memory as it sends at once. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 4

const TIMEOUTS = {
  connectionTimeout: 3_000,
  /** Until the answer begins: a part of 8 MB needs a line of 280 kB/s. */
  requestTimeout: 30_000,
  throwOnRequestTimeout: true,
  /** Without a byte either way, so it is also how long a reader may pause. */
  socketTimeout: 60_000,
}

/** A health check does not wait for three tries. */
const CHECK_MS = 3_000

type Target = { s3: typeof S3; client: S3.S3Client; Bucket: string; Key: string }

/**
 * Objects in a bucket of S3, or of a server that speaks like it. The AWS SDK finds the credentials in its usual places.
 *
 * Every body leaves as a buffer, and the SDK signs the SHA-256 of a buffer: bytes damaged on the way are refused. So
 * nothing is asked back after a put; besides, a HEAD could find what another writer has put there since.
 */
export async function createS3Blobs(location: S3Location): Promise<Blobs> {
  const { endpoint, region, bucket } = location
  // Loaded when wanted: the SDK takes a quarter of a second.
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    region,
    // Checksums beyond what an operation demands travel in trailers, which other servers than Amazon's often refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // With it each body above 2 MB would open a connection of its own.
    expectContinueHeader: false,
    maxAttempts: 3,
    requestHandler: TIMEOUTS,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  })
  const target = (name: string): Target => {
    assertBlobName(name)
    return { s3, client, Bucket: bucket, Key: name }
  }
  return {
    put: async (name, bytes) => {
      const isSmall = Buffer.isBuffer(bytes) && bytes.length <= PART_BYTES
      return isSmall ? putWhole(target(name), bytes) : putInParts(target(name), bytes)
    },
    get: async (name) => getObject(target(name)),
    copyTo: async (name, path) => {
      const bytes = await getObject(target(name))
      if (bytes) await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return bytes !== undefined
    },
    size: async (name) => objectSize(target(name)),
    delete: async (name) => {
      const { Bucket, Key } = target(name)
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key }))
    },
    addressToPut: (name, sizeBytes, seconds) => signPut(target(name), sizeBytes, seconds),
    reading: readingFromS3(client, location),
    check: async () => {
      const abortSignal = AbortSignal.timeout(CHECK_MS)
      await client.send(new s3.HeadBucketCommand({ Bucket: bucket }), { abortSignal })
    },
    close: () => client.destroy(),
  }
}

async function putWhole({ s3, client, Bucket, Key }: Target, bytes: Buffer): Promise<PutBlob> {
  await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: bytes }))
  return { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Nothing is visible under the name until the last part is there. */
async function putInParts(target: Target, bytes: Buffer | Readable): Promise<PutBlob> {
  const { Upload } = await import('@aws-sdk/lib-storage')
  const measured = measureBytes(bytes)
  const { client, Bucket, Key } = target
  const upload = new Upload({
    client,
    params: { Bucket, Key, Body: Readable.from(measured.chunks, { objectMode: false }) },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    // We give up ourselves: it does not when joining the parts fails, and its own failure to would hide the first one.
    leavePartsOnError: true,
  })
  let takenBytes = 0
  upload.on('httpUploadProgress', ({ loaded = 0 }) => {
    takenBytes = loaded
  })
  try {
    await upload.done()
  } catch (error) {
    await giveUp(target, upload.uploadId)
    throw error
  }
  const put = measured.measure()
  assertState(takenBytes === put.sizeBytes, `the store took ${takenBytes} of ${put.sizeBytes} bytes of ${Key}`)
  return put
}

/** Parts of an unfinished upload cost money and are invisible. */
async function giveUp({ s3, client, Bucket, Key }: Target, UploadId: string | undefined) {
  if (UploadId === undefined) return
  try {
    await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  } catch {
    // The reason the upload failed matters more. What remains, as after a crash, the bucket's lifecycle rule removes.
  }
}

/** Other bytes than announced the store refuses: their number is part of what is signed. */
async function signPut({ s3, client, Bucket, Key }: Target, ContentLength: number, expiresIn: number) {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
  const put = new s3.PutObjectCommand({ Bucket, Key, ContentLength })
  return getSignedUrl(client, put, { expiresIn, signableHeaders: new Set(['host', 'content-length']) })
}

async function getObject({ s3, client, Bucket, Key }: Target): Promise<Readable | undefined> {
  try {
    const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }))
    assertState(Body instanceof Readable, 'the body of an object is not a stream of Node')
    return Body
  } catch (error) {
    if (error instanceof s3.NoSuchKey) return undefined
    throw error
  }
}

async function objectSize({ s3, client, Bucket, Key }: Target): Promise<number | undefined> {
  try {
    const { ContentLength } = await client.send(new s3.HeadObjectCommand({ Bucket, Key }))
    assertState(ContentLength !== undefined, `the store does not tell the size of ${Key}`)
    return ContentLength
  } catch (error) {
    if (error instanceof s3.NotFound) return undefined
    throw error
  }
}

/** Plain names only: an escape, a query or a climb names no object of ours. */
const NAME = /^[A-Za-z0-9._/-]+$/

/** Programs that speak S3 themselves read single objects from the bucket, each request signed for them. */
function readingFromS3(client: S3.S3Client, location: S3Location): BlobReading {
  const { bucket, endpoint, region } = location
  const places = placesOf(location)
  return {
    settings: {
      'client.region': region,
      's3.region': region,
      ...(endpoint === null ? {} : { 's3.endpoint': endpoint, 's3.path-style-access': 'true' }),
    },
    locationOf: (name) => `s3://${bucket}/${name}`,
    nameAt: (address) => {
      const place = places.find((each) => address.startsWith(each))
      const name = place && address.slice(place.length)
      return name && NAME.test(name) ? name : undefined
    },
    sign: (request) => sign(client, request),
    lend: lenderOf(location),
  }
}

/** Where objects of the bucket may be asked for, by a client that knows the settings above. */
function placesOf({ bucket, endpoint, region }: S3Location): string[] {
  if (endpoint !== null) return [`${endpoint.replace(/\/$/, '')}/${bucket}/`]
  const hosts = [`s3.${region}.amazonaws.com`, 's3.amazonaws.com']
  return hosts.flatMap((host) => [`https://${bucket}.${host}/`, `https://${host}/${bucket}/`])
}

/** Only what had to be added: clients put it beside their own headers. Ranges stay free, so that one signature does for all of an object. */
async function sign(
  client: S3.S3Client,
  { method, address, headers }: SignableRequest,
): Promise<Record<string, string>> {
  const { protocol, hostname, port, host, pathname } = new URL(address)
  const own = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name.startsWith('x-amz-') && name !== 'x-amz-date' && name !== 'x-amz-security-token')
  const given = Object.fromEntries([['host', host], ...own])
  const signer = await client.config.signer()
  const signed = await signer.sign({
    method,
    protocol,
    hostname,
    ...(port ? { port: Number(port) } : {}),
    path: pathname,
    query: {},
    headers: { ...given },
  })
  return Object.fromEntries(Object.entries(signed.headers).filter(([name]) => given[name.toLowerCase()] === undefined))
}
