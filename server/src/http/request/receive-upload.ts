import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { Context } from '../../platform/context.ts'
import type { Address, Endpoint, Landed } from '../endpoint.ts'
import { isFromInside } from '../inside.ts'
import type { Patience } from '../server/patience.ts'
import { type IncomingFile, readMultipart, takeBytes } from './multipart.ts'

/** A file that arrived, and the form it came in: `file` is there its name. */
export type Upload = { landed: Landed | undefined; fields: Record<string, string> | undefined }

const NOTHING: Upload = { landed: undefined, fields: undefined }

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
  try {
    const upload =
      consumes === 'bytes'
        ? { landed: await takeBytes(raw, maxBytes, land), fields: undefined }
        : formOf(await readMultipart(raw, maxBytes, land))
    request.rawBody = Buffer.from(JSON.stringify([sorted(upload.fields), upload.landed?.sha256]))
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

function formOf({ fields, ignored, file }: Awaited<ReturnType<typeof readMultipart<Landed>>>): Upload {
  // A field of that name is no file, and a second file is one too many: both are named as such.
  const { file: _, ...others } = fields
  const surplus = Object.fromEntries(ignored.map((name) => [`${name} (a file)`, '']))
  return { landed: file?.taken, fields: { ...others, ...surplus, ...(file ? { file: file.name } : {}) } }
}

const sorted = (fields: Record<string, string> = {}) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))

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
