import { useWords, words } from '../../words/words.ts'

/** What people call the types of columns. SQL alone shows the types themselves. */
export const typeWords = words(
  {
    text: 'text',
    whole: 'whole number',
    decimal: 'decimal',
    places: (n: number) => `decimal, ${n} places`,
    truth: 'yes or no',
    date: 'date',
    time: 'time of day',
    moment: 'date and time',
    zoned: 'date and time with zone',
    id: 'identifier',
    document: 'document',
    bytes: 'bytes',
    list: (of: string) => `list of ${of}`,
  },
  {
    text: '文字',
    whole: '整数',
    decimal: '小数',
    places: (n) => `小数（${n}桁）`,
    truth: 'はい・いいえ',
    date: '日付',
    time: '時刻',
    moment: '日時',
    zoned: '日時（時差つき）',
    id: '識別子',
    document: '構造化データ',
    bytes: 'バイナリ',
    list: (of) => `${of}のリスト`,
  },
)

type Texts = (typeof typeWords)['en']

const SIMPLE: Readonly<Record<string, Exclude<keyof Texts, 'places' | 'list'>>> = {
  VARCHAR: 'text',
  TINYINT: 'whole',
  SMALLINT: 'whole',
  INTEGER: 'whole',
  BIGINT: 'whole',
  HUGEINT: 'whole',
  UTINYINT: 'whole',
  USMALLINT: 'whole',
  UINTEGER: 'whole',
  UBIGINT: 'whole',
  UHUGEINT: 'whole',
  FLOAT: 'decimal',
  DOUBLE: 'decimal',
  BOOLEAN: 'truth',
  DATE: 'date',
  TIME: 'time',
  TIMESTAMP: 'moment',
  TIMESTAMP_S: 'moment',
  TIMESTAMP_MS: 'moment',
  TIMESTAMP_NS: 'moment',
  TIMESTAMPTZ: 'zoned',
  'TIMESTAMP WITH TIME ZONE': 'zoned',
  UUID: 'id',
  JSON: 'document',
  BLOB: 'bytes',
}

/** A type in a few plain words. One that has none, as structures and maps, is shown as it is. */
export function nameOfType(type: string, w: Texts): string {
  if (type.endsWith('[]')) return w.list(nameOfType(type.slice(0, -2), w))
  const simple = SIMPLE[type]
  if (simple) return w[simple]
  const places = /^DECIMAL\(\d+,\s*(\d+)\)$/.exec(type)?.[1]
  if (places === undefined) return type.startsWith('STRUCT') || type.startsWith('MAP') ? w.document : type
  return places === '0' ? w.whole : w.places(Number(places))
}

export function useTypeName(): (type: string) => string {
  const w = useWords(typeWords)
  return (type) => nameOfType(type, w)
}
