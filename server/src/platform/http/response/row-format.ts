import { notAcceptable } from '../http.errors.ts'

/** The formats in which rows leave the service. */
export const FORMATS = ['json', 'ndjson', 'arrow'] as const
export const SHAPES = ['objects', 'arrays'] as const

export type Format = (typeof FORMATS)[number]

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  arrow: 'application/vnd.apache.arrow.stream',
}

/** Those that are no JSON. */
export const STREAM_TYPES: readonly string[] = [MEDIA_TYPES.ndjson, MEDIA_TYPES.arrow]

/** The format that an Accept header likes best, if it names one of ours; refused where it accepts none of them. */
export function acceptedFormat(accept: string | undefined): Format | undefined {
  const wanted = (accept ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, quality: quality === undefined ? 1 : Number(quality) }
  })
  const best = wanted.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { type } of best) {
    const format = FORMATS.find((candidate) => MEDIA_TYPES[candidate] === type)
    if (format) return format
  }
  if (accept && !best.some(({ type }) => type === '' || type.startsWith('*/') || type === 'application/*'))
    throw notAcceptable(Object.values(MEDIA_TYPES))
  return undefined
}

/** What describes the rows, together with the rows, which are JSON already. */
export function withRows(envelope: object, rows: readonly Buffer[]): Buffer {
  const opened = `${JSON.stringify(envelope).slice(0, -1)},"rows":`
  return Buffer.concat([Buffer.from(opened), ...rows, Buffer.from('}')])
}
