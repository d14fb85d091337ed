import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { ServiceError } from '../../platform/errors.ts'
import { bodyTooLarge, unreadable, unsupportedMediaType } from '../response/problem.ts'

/** A file on its way in. The receiver reads its bytes to the end, or throws. */
export type IncomingFile = { bytes: Readable; filename: string; contentType: string }

export type Take<T> = (file: IncomingFile) => Promise<T>

/** A form: its fields as texts, the names of parts that were not asked for, and what became of its file. */
export type Form<T> = {
  fields: Record<string, string>
  ignored: string[]
  file: { name: string; taken: T } | undefined
}

const FILE_PART = 'file'
/** Fields are words and short texts; only the file is large. */
const LIMITS = { fields: 50, files: 10, parts: 60, fieldNameSize: 200, fieldSize: 64 * 1024, headerPairs: 50 }

/** What the form takes beside its file: far more than all fields may have. */
const FORM_BYTES = 4 * 1024 * 1024

/** Reads a multipart form. The file is handed on while it arrives, wherever among the fields it stands. */
export async function readMultipart<T>(request: IncomingMessage, maxBytes: number, take: Take<T>): Promise<Form<T>> {
  refuseIfTooLong(request, maxBytes + FORM_BYTES, maxBytes)
  const busboy = openForm(request)
  const fields = new Map<string, string>()
  const ignored: string[] = []
  const parts: Readable[] = []
  let file: { name: string; taking: Promise<T> } | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      const break_ = () => reject(unreadable())
      busboy.on('file', (part, bytes, name, _encoding, contentType) => {
        parts.push(bytes)
        // A part that ends too early tells so through its own stream; unheard it would end the process.
        bytes.on('error', break_)
        if (part !== FILE_PART || file) {
          ignored.push(part)
          bytes.resume()
          return
        }
        file = { name, taking: take({ bytes: bounded(bytes, maxBytes), filename: name, contentType }) }
        file.taking.catch(reject)
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
    return { fields: Object.fromEntries(fields), ignored, file: file && { name: file.name, taken: await file.taking } }
  } catch (error) {
    request.unpipe(busboy)
    for (const part of parts) part.destroy(new Error('the form was not read to its end'))
    await file?.taking.catch(() => undefined)
    throw error
  }
}

/** The bytes of a file alone, as the body of a request. */
export function takeBytes<T>(request: IncomingMessage, maxBytes: number, take: Take<T>): Promise<T> {
  refuseIfTooLong(request, maxBytes, maxBytes)
  const contentType = request.headers['content-type'] ?? 'application/octet-stream'
  return take({ bytes: bounded(request, maxBytes), filename: '', contentType })
}

function openForm(request: IncomingMessage) {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw unsupportedMediaType()
  try {
    // Safe: the type is there.
    return Busboy({ headers: request.headers as BusboyHeaders, limits: LIMITS })
  } catch {
    // No boundary; reported in our own words.
    throw unreadable()
  }
}

/** A declared length is believed: nothing of such a body need be read. */
function refuseIfTooLong(request: IncomingMessage, mostBytes: number, maxBytes: number) {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw bodyTooLarge(maxBytes)
}

function bounded(bytes: Readable, maxBytes: number): Readable {
  async function* counted() {
    let count = 0
    try {
      // Left where it is when it is too long: the sender of the bytes ends them, and knows why.
      for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
        count += chunk.length
        if (count > maxBytes) throw bodyTooLarge(maxBytes)
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
