import type { SheetCell } from '../sheet.ts'

/** What is counted: `千円`, `%`, `kg`. */
const UNIT =
  '(?:単位 ?[:：] ?)?(?:[十百千万億兆]*(?:円|ドル|ユーロ|株|人|名|件|個|社|口|台|戸|本|枚|回|歳|倍|点|トン|時間|分|世帯)|[百千万億兆]+|%|％|‰|[kcm]?m[²2]?|㎡|[km]?g|t|ha|[kM]?[WV]h?|(?:US|A|C)?\\$ ?[A-Za-z ]{0,10}|€|£|in (?:thousands|millions)|thousands?|millions?|percent)'
/** In brackets behind a name, or alone in brackets under it. */
const UNIT_SUFFIX = new RegExp(`^(.*?) ?[(（[［] ?(${UNIT}) ?[)）\\]］]$`)

/** Behind longer texts no unit is looked for. */
const LONGEST_NAME = 200

/** Names as the table will call its columns, each another, and the units that stood behind them. */
export function nameColumns(paths: readonly (readonly SheetCell[])[]): { name: string; unit: string | null }[] {
  const anotherName = createNames()
  return paths.map((path, n) => {
    const parts = path.map(({ text }) => unitBehind(text) ?? [text, text, null])
    const name = parts.flatMap(([, bare]) => bare || []).join('_')
    const unit = parts.findLast(([, , found]) => found)?.[2] ?? null
    return { name: anotherName(name === '' ? `列${n + 1}` : name), unit }
  })
}

/** `(株)` behind anything but a number of shares is part of a company's name. */
const COMPANY = /[(（]株[)）]$/

function unitBehind(text: string): readonly (string | null | undefined)[] | null {
  if (text.length > LONGEST_NAME || (COMPANY.test(text) && !/株式|株数|数/.test(text))) return null
  return UNIT_SUFFIX.exec(text)
}

/** Gives `name`, then `name_2`, `name_3`; the next number is kept, so that a thousand columns of one name take no time. */
function createNames(): (name: string) => string {
  const known = new Set<string>()
  const next = new Map<string, number>()
  return (name) => {
    let unique = name
    let number = next.get(name) ?? 2
    for (; known.has(unique); number++) unique = `${name}_${number}`
    next.set(name, number)
    known.add(unique)
    return unique
  }
}
