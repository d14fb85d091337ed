import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { Context } from '../../context.ts'
import type { Address, Endpoint, Landed } from '../endpoint.ts'
import { isFromInside } from '../inside.ts'
import type { Patience } from '../server/patience.ts'
import { FILE_PART, type IncomingFile, readMultipart, takeBytes } from './multipart.ts'

/** Files that arrived, and the form they came in: `file` and `files` are there their names. */
export type Upload = { landed: Landed[]; fields: Record<string, string | string[]> | undefined }

const NOTHING: Upload = { landed: [], fields: undefined }

/** What is left of a refused upload is read for so long: a client that is still sending would not look at its answer. */
const LINGER = { ms: 5_000, bytes: 64 * 1024 * 1024 }

/** Takes the file of a request whose endpoint wants one, while it arrives. */
export async function receiveUpload(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  address: Address<TObject, TObject>,
  patience: Patience,
): Promise<Upload> {
  const { consumes } = endpoint
  if (consumes !== 'multipart' && consumes !== 'bytes') return NOTHING
  const { raw, ctx, caller } = request
  if (!isFromInside(raw)) raw.setTimeout(patience.stalledMs)
  // Safe: an endpoint that asks for a credential has let its caller in.
  const land = (file: IncomingFile) => landing(endpoint, { ...address, ctx: { ...ctx, caller } as Context }, file)
  const maxBytes = endpoint.maxFileBytes?.(ctx.settings) ?? 0
  const maxFiles = endpoint.maxFiles ?? 1
  try {
    const upload =
      consumes === 'bytes'
        ? { landed: [await takeBytes(raw, maxBytes, land)], fields: undefined }
        : formOf(await readMultipart(raw, { maxBytes, maxFiles }, land))
    request.rawBody = Buffer.from(JSON.stringify([sorted(upload.fields), ...hashesOf(upload)]))
    return upload
  } catch (error) {
    reply.header('connection', 'close')
    await linger(raw)
    throw error
  } finally {
    // What is made of the file may take longer than a sender may be silent.
    if (!isFromInside(raw)) raw.setTimeout(0)
  }
}

function landing(endpoint: Endpoint, received: Address<TObject, TObject> & { ctx: Context }, file: IncomingFile) {
  if (!endpoint.land) throw new Error(`${endpoint.operation} takes files and does not say where they go`)
  return endpoint.land(received, file)
}

function formOf({ fields, ignored, files }: Awaited<ReturnType<typeof readMultipart<Landed>>>): Upload {
  // A field of that name is no file, and a file too many is one that was not asked for: both are named as such.
  const { file: _, files: __, ...others } = fields
  const surplus = Object.fromEntries(ignored.map((name) => [`${name} (a file)`, '']))
  const [single] = files.filter(({ part }) => part === FILE_PART)
  const many = files.filter(({ part }) => part !== FILE_PART).map(({ name }) => name)
  const names = { ...(single ? { file: single.name } : {}), ...(many.length > 0 ? { files: many } : {}) }
  return { landed: files.map(({ taken }) => taken), fields: { ...others, ...surplus, ...names } }
}

/** What one file came with stays what it was: requests of before are known by it. */
const hashesOf = ({ landed }: Upload) => (landed.length > 1 ? landed.map(({ sha256 }) => sha256) : [landed[0]?.sha256])

const sorted = (fields: Upload['fields'] = {}) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))

function linger(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.readableEnded || request.destroyed) return resolve()
    let read = 0
    const timer = setTimeout(resolve, LINGER.ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      read += chunk.length
      if (read > LINGER.bytes) end()
    })
    request.on('end', end).on('close', end).on('error', end)
    request.resume()
  })
}
