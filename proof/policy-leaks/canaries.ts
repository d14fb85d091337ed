import { createHash } from 'node:crypto'

/** A value planted in a governed column, and every form in which it might leave. */
export type Canary = { value: string | number; needles: readonly Buffer[] }

/** So many bytes of a hash or of the beginning are enough to be no coincidence. */
const FIRST = 6

export function textCanary(value: string): Canary {
  const bytes = Buffer.from(value)
  const forms = [
    value,
    [...value].reverse().join(''),
    bytes.toString('hex'),
    ...base64Forms(bytes),
    createHash('md5').update(bytes).digest('hex'),
    createHash('sha256').update(bytes).digest('hex'),
    value.slice(0, FIRST),
  ]
  return { value, needles: forms.map((form) => Buffer.from(form)) }
}

/** In text, and as the bytes of a column of integers. */
export function numberCanary(value: number): Canary {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return { value, needles: [Buffer.from(String(value)), bytes] }
}

const DAY_MS = 86_400_000
/** Spreadsheets count days from here. */
const FIRST_DAY_OF_SHEETS = Date.UTC(1899, 11, 30)

/** In text to the month, as the days of a column of dates, and as the number a spreadsheet has for it. */
export function dateCanary(value: string): Canary {
  const time = Date.parse(value)
  const days = Buffer.alloc(4)
  days.writeInt32LE(time / DAY_MS)
  const inSheets = String((time - FIRST_DAY_OF_SHEETS) / DAY_MS)
  return { value, needles: [Buffer.from(value.slice(0, 'YYYY-MM'.length)), days, Buffer.from(inSheets)] }
}

/** Base64 depends on where in three bytes a value begins. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // The first characters of a shifted one hold what stood before, and the last one what comes behind.
    return shifted.slice(shift === 0 ? 0 : shift + 1, -1)
  })
}

export const isIn = ({ needles }: Canary, piece: Buffer) => needles.some((needle) => piece.includes(needle))

/** What reveals a file without its bytes: its hash in the usual forms, and its size where an answer names one. */
export function fileCanary(bytes: Buffer): Canary {
  const digest = createHash('sha256').update(bytes).digest()
  const forms = [
    digest.toString('hex'),
    ...base64Forms(digest),
    createHash('md5').update(bytes).digest('hex'),
    `size_bytes":${bytes.length}`,
    `content-length","${bytes.length}"`,
  ]
  return { value: `file of ${bytes.length} bytes`, needles: forms.map((form) => Buffer.from(form)) }
}
