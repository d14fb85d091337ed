/** How JSON is to be written: with how much of control information, and whether large numbers are texts. */
export type JsonForm = { metadata: 'none' | 'minimal' | 'full'; isExact: boolean }
export type Wanted = { json: JsonForm | null; isXml: boolean }

type Range = { type: string; parameters: ReadonlyMap<string, string>; quality: number }

const SHORT: Readonly<Record<string, string>> = { json: 'application/json', xml: 'application/xml' }

/** What `$format` says, or else the header Accept. Everything is welcome to a client that says nothing. */
export function wantedFormat(format: string | undefined, accept: string | undefined): Wanted {
  const ranges = (format === undefined ? (accept ?? '*/*') : (SHORT[format] ?? format))
    .split(',')
    .map(readRange)
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  const json = ranges.find(({ type }) => ['application/json', 'application/*', '*/*'].includes(type))
  const isXml = ranges.some(({ type }) => ['application/xml', 'application/*', '*/*'].includes(type))
  return { json: json ? jsonForm(json.parameters) : null, isXml }
}

function readRange(text: string): Range {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase())
  const parameters = new Map(rest.map((part) => part.split('=', 2) as [string, string]))
  return { type, parameters, quality: Number(parameters.get('q') ?? 1) }
}

function jsonForm(parameters: ReadonlyMap<string, string>): JsonForm {
  const metadata = parameters.get('odata.metadata') ?? parameters.get('metadata')
  return {
    metadata: metadata === 'none' || metadata === 'full' ? metadata : 'minimal',
    isExact: parameters.get('ieee754compatible') === 'true',
  }
}

export const jsonType = ({ metadata, isExact }: JsonForm) =>
  `application/json;odata.metadata=${metadata};odata.streaming=true;IEEE754Compatible=${isExact};charset=utf-8`
