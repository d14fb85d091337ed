import { blobOf, type FileInput, filenameOf } from './file-input.ts'
import { randomHex } from './random-hex.ts'

export type BodyKind = 'json' | 'form' | 'fields' | 'bytes'

/** A body that can be sent again. */
export type RequestBody = { content: string | Blob; type: string }

export function requestBodyOf(kind: BodyKind, body: unknown): RequestBody | null {
  if (body === undefined) return null
  switch (kind) {
    case 'json':
      return { content: JSON.stringify(body), type: 'application/json' }
    case 'bytes':
      // Safe: the types of such operations ask for a file.
      return { content: blobOf(body as FileInput), type: 'application/octet-stream' }
    case 'fields':
      return {
        content: new URLSearchParams(
          fieldsOf(body).map(([name, value]): [string, string] => [name, String(value)]),
        ).toString(),
        type: 'application/x-www-form-urlencoded',
      }
    case 'form':
      return formOf(fieldsOf(body))
  }
}

// Safe: a body is an object wherever it is not a file alone.
const fieldsOf = (body: unknown) =>
  Object.entries(body as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== null)

/** A multipart form put together without copying its file, so that its length is known and its bytes can be counted. */
function formOf(fields: [string, unknown][]): RequestBody {
  const boundary = `bindery-${randomHex(16)}`
  const parts = fields
    // Several files are as many parts of one name.
    .flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one): [string, unknown] => [name, one]) : [[name, value] as [string, unknown]],
    )
    // Fields first: the reader of the form then knows the options before the file comes.
    .sort(([, a], [, b]) => Number(isFile(a)) - Number(isFile(b)))
    .flatMap(([name, value]) => {
      const file = isFile(value) ? value : null
      const filename = file ? `; filename="${escaped(filenameOf(file))}"` : ''
      const type = file ? '\r\ncontent-type: application/octet-stream' : ''
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"${filename}${type}\r\n\r\n`
      return [head, file ? blobOf(file) : String(value), '\r\n']
    })
  const type = `multipart/form-data; boundary=${boundary}`
  return { content: new Blob([...parts, `--${boundary}--\r\n`]), type }
}

const isFile = (value: unknown): value is FileInput => typeof value === 'object'

/** As browsers do it. */
const escaped = (name: string) => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
