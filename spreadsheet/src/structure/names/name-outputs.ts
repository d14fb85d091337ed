import type { Output, Question, Region } from '../../parse-spec/parse-spec.ts'

export type Language = 'ja' | 'en'

/** A sheet whose outputs are called after it so far. `language` is that of the words that are added to its name. */
export type SheetToName = { name: string; regions: readonly Region[]; language: Language }

const WORDS = { ja: { notes: '補足情報', table: '表' }, en: { notes: 'notes', table: 'table' } } as const

/**
 * Names what comes out of a file. The only table of a file takes the file's name, whatever stands around it; a table that is alone
 * on its sheet the sheet's; several tables of a sheet are named by their titles, or numbered. What stands around them goes into one table
 * a sheet.
 */
export function nameOutputs(sheets: readonly SheetToName[], fileName: string): Region[] {
  const isOnlyTable = sheets.flatMap(({ regions }) => regions.filter(({ kind }) => kind === 'data')).length === 1
  const taken = new Set<string>()
  return sheets.flatMap(({ name, regions, language }) => {
    const tables = regions.filter(({ kind }) => kind === 'data')
    const alone = isOnlyTable ? fileName : name
    const titles = titlesApart(tables)
    const nameOf = (region: Region) =>
      tables.length === 1 ? alone : (titles.get(region) ?? tableNumbered(name, tables.indexOf(region) + 1, language))
    return regions.map((region) => {
      if (region.kind === 'ignore') return region
      if (region.kind !== 'data') return { ...region, outputs: [notesOf(name, language)] }
      const called = free(nameOf(region), taken)
      return {
        ...withRenamed(region, name, called),
        ...(region.question ? { question: asked(region, name, called) } : {}),
      }
    })
  })
}

/** What the titles call the tables; with the time or unit behind it where only that tells two of them apart. */
function titlesApart(tables: readonly Region[]): Map<Region, string> {
  const alike = Map.groupBy(tables, ({ title }) => asName(title))
  return new Map(
    tables.flatMap((region): [Region, string][] => {
      const short = asName(region.title)
      if (!short) return []
      const others = alike.get(short) ?? []
      const isShared = new Set(others.map(({ title }) => title)).size > 1
      return [[region, (isShared && cutName(withoutMarks(region.title ?? ''))) || short]]
    }),
  )
}

/** What a table is called that has no title: `Sheet1_table2`. */
export const tableNumbered = (sheet: string, number: number, language: Language) =>
  `${sheet}_${WORDS[language].table}${number}`

/** A name that is made of a title has so many characters at most. */
const LONGEST_NAME = 40
/** What is longer is a sentence. */
const LONGEST_TITLE = 120

/** A time or a unit behind the name: `Sales by product, first quarter 2026`, `売上実績（単位：千円）`. */
const AFTERTHOUGHT =
  /\s*(?:[,;、，；]\s*|\s[-–—]\s|\s*[(（[［]\s*)(?=[^,;、，；(（[［]*(?:\d{4}|quarter|\bQ[1-4]\b|half|year|month|年度|年|月|期|単位|円|€|\$|eur|usd|gbp|jpy|thousand|million)).*$/isu

/**
 * A title as a name: without the marks that make it a title (`■在庫`, `【仙台支店】`), without the time and the unit behind
 * it. Null where nothing is left that could be a name.
 */
export function asName(title: string | null): string | null {
  const bare = withoutMarks(title ?? '')
  if (bare.length > LONGEST_TITLE) return null
  const short =
    bare
      .replace(AFTERTHOUGHT, '')
      .replaceAll(/["“”]+/gu, '')
      .trim() || bare
  return cutName(short) || null
}

const withoutMarks = (title: string) => title.replace(/^[■□●○◆◇▼▽▶★☆◎・\s]+/, '').replace(/^[【［[](.+)[】］\]]$/, '$1')

/** The whole words of a name that has too many. */
function cutName(name: string): string {
  if (name.length <= LONGEST_NAME) return name
  const cut = name.slice(0, LONGEST_NAME)
  return /[\s_]/.test(name[LONGEST_NAME] ?? '') ? cut : cut.replace(/[\s_][^\s_]*$/, '')
}

const withRenamed = <Part extends Partial<Region>>(part: Part, from: string, to: string): Part => ({
  ...part,
  outputs: renamed(part.outputs ?? [], from, to),
})

/** The choices of a question name tables too. */
const asked = ({ question = null }: Region, from: string, to: string): Question | null =>
  question
    ? {
        ...question,
        choices: question.choices.map(({ text, patch }) => ({
          text,
          patch: patch.outputs && patch.kind === undefined ? withRenamed(patch, from, to) : patch,
        })),
      }
    : null

export const notesOf = (sheet: string, language: Language): Output => ({
  name: `${sheet}_${WORDS[language].notes}`,
  kind: 'notes',
})

const renamed = (outputs: readonly Output[], from: string, to: string): Output[] =>
  outputs.map((output) => ({ ...output, name: `${to}${output.name.slice(from.length)}` }))

/** The name, or the first of `name_2`, `name_3`, … that is not taken. */
function free(name: string, taken: Set<string>): string {
  let found = name
  for (let n = 2; taken.has(found); n++) found = `${name}_${n}`
  taken.add(found)
  return found
}
