import type { RowFormat } from '../../tabular/sql-question.ts'

export const FORMATS = ['json', 'ndjson', 'arrow'] as const
export const SHAPES = ['objects', 'arrays'] as const

export const MEDIA_TYPES: Readonly<Record<RowFormat['format'], string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  arrow: 'application/vnd.apache.arrow.stream',
}

/** The format that an Accept header likes best, if it names one of ours. */
export function acceptedFormat(accept: string | undefined): RowFormat['format'] | undefined {
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
  return undefined
}
