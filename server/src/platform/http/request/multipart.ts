import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { ServiceError } from '../../errors.ts'
import { bodyTooLarge, unreadable, unsupportedMediaType } from '../response/problem.ts'

/** A file on its way in. The receiver reads its bytes to the end, or throws. */
export type IncomingFile = { bytes: Readable; filename: string; contentType: string }

export type Take<T> = (file: IncomingFile) => Promise<T>

/** A form: its fields as texts, the names of parts that were not asked for, and what became of its files. */
export type Form<T> = {
  fields: Record<string, string>
  ignored: string[]
  files: { part: string; name: string; taken: T }[]
}

export const FILE_PART = 'file'
const FILES_PARTS: readonly string[] = ['files', 'files[]']
/** Fields are words and short texts; only the file is large. */
const LIMITS = { fields: 50, files: 10, parts: 60, fieldNameSize: 200, fieldSize: 64 * 1024, headerPairs: 50 }

/** What the form takes beside its file: far more than all fields may have. */
const FORM_BYTES = 4 * 1024 * 1024

/** What a form may bring: files, and bytes of all of them together. */
export type FormLimits = { maxBytes: number; maxFiles: number }

/** Reads a multipart form. Files are handed on while they arrive, wherever among the fields they stand. */
export async function readMultipart<T>(
  request: IncomingMessage,
  { maxBytes, maxFiles }: FormLimits,
  take: Take<T>,
): Promise<Form<T>> {
  refuseIfTooLong(request, maxBytes + FORM_BYTES, maxBytes)
  const busboy = openForm(request, maxFiles)
  const isWanted = (part: string) => part === FILE_PART || (maxFiles > 1 && FILES_PARTS.includes(part))
  const room = { bytes: maxBytes }
  const fields = new Map<string, string>()
  const ignored: string[] = []
  const parts: Readable[] = []
  const files: { part: string; name: string; taking: Promise<T> }[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      const break_ = () => reject(unreadable())
      busboy.on('file', (part, bytes, name, _encoding, contentType) => {
        parts.push(bytes)
        // A part that ends too early tells so through its own stream; unheard it would end the process.
        bytes.on('error', break_)
        if (!isWanted(part) || files.length >= maxFiles) {
          ignored.push(part)
          bytes.resume()
          return
        }
        const taking = take({ bytes: bounded(bytes, maxBytes, room), filename: name, contentType })
        taking.catch(reject)
        files.push({ part, name, taking })
      })
      busboy.on('field', (name, value, isNameCut, isValueCut) => {
        if (isNameCut || isValueCut) reject(formTooLarge())
        else if (!fields.has(name)) fields.set(name, value)
      })
      for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit']) busboy.on(limit, () => reject(formTooLarge()))
      busboy.on('error', break_)
      busboy.on('finish', resolve)
      request.on('error', break_)
      request.on('close', () => request.complete || break_())
      request.pipe(busboy)
    })
    const taken = await Promise.all(files.map(async ({ taking, ...file }) => ({ ...file, taken: await taking })))
    return { fields: Object.fromEntries(fields), ignored, files: taken }
  } catch (error) {
    request.unpipe(busboy)
    for (const part of parts) part.destroy(new Error('the form was not read to its end'))
    await Promise.allSettled(files.map(({ taking }) => taking))
    throw error
  }
}

/** The bytes of a file alone, as the body of a request. */
export function takeBytes<T>(request: IncomingMessage, maxBytes: number, take: Take<T>): Promise<T> {
  refuseIfTooLong(request, maxBytes, maxBytes)
  const contentType = request.headers['content-type'] ?? 'application/octet-stream'
  return take({ bytes: bounded(request, maxBytes, { bytes: maxBytes }), filename: '', contentType })
}

function openForm(request: IncomingMessage, maxFiles: number) {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw unsupportedMediaType()
  try {
    // Safe: the type is there.
    const limits = maxFiles > 1 ? { ...LIMITS, files: maxFiles + 1, parts: LIMITS.parts + maxFiles } : LIMITS
    return Busboy({ headers: request.headers as BusboyHeaders, limits })
  } catch {
    // No boundary; reported in our own words.
    throw unreadable()
  }
}

/** A declared length is believed: nothing of such a body need be read. */
function refuseIfTooLong(request: IncomingMessage, mostBytes: number, maxBytes: number) {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw bodyTooLarge(maxBytes)
}

/** `room`: what is left for this file and those that come with it. */
function bounded(bytes: Readable, maxBytes: number, room: { bytes: number }): Readable {
  async function* counted() {
    try {
      // Left where it is when it is too long: the sender of the bytes ends them, and knows why.
      for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
        room.bytes -= chunk.length
        if (room.bytes < 0) throw bodyTooLarge(maxBytes)
        yield chunk
      }
    } catch (error) {
      // The connection broke, or the form did.
      throw error instanceof ServiceError ? error : unreadable()
    }
  }
  return Readable.from(counted(), { objectMode: false })
}

const formTooLarge = () =>
  new ServiceError('too_large', 'payload_too_large', {
    title: 'The form is too large',
    detail: `A form has at most ${LIMITS.fields} fields of ${LIMITS.fieldSize} bytes.`,
    suggestedFix: 'Send the fields the API reference names, and one file.',
    extra: { max_bytes: LIMITS.fieldSize },
  })
