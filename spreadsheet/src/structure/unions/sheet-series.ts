import type { Granularity } from '../periods/period-label.ts'
import { readPeriod } from '../periods/read-period.ts'
import { KNOWN_PARTS } from './known-parts.ts'
import { arePeople } from './people-names.ts'

/** How the names of some sheets go together: times, parts of one thing, or nothing that the names say. */
export type SheetSeries = 'periods' | 'parts' | null

export function seriesOf(names: readonly string[]): SheetSeries {
  const plain = names.map(asRead)
  if (plain.some(isDefaultName) || new Set(plain).size < plain.length) return null
  if (arePeriods(plain)) return 'periods'
  return areParts(plain) ? 'parts' : null
}

const asRead = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** As programs call sheets that have no name of their own. */
const isDefaultName = (name: string) =>
  /^(?:sheet|シート|ワークシート|worksheet|tabelle|feuil|hoja|foglio|工作表|лист|planilha|blad) ?\d*$/u.test(name)

const SEPARATORS = /[\s_\-–—・･:/.,()[\]【】「」<>]+/u

/** What a name says of the time: by itself, or in one of its words where the others are the same in all names. */
type NamedTime = { granularity: Granularity; rest: string }

function arePeriods(names: readonly string[]): boolean {
  const times = names.map(timeIn)
  const [first] = times
  return times.every((one) => one !== null && one.granularity === first?.granularity && one.rest === first.rest)
}

/** Which stretch of time the sheet is about; null where its name names none. */
export const granularityOf = (name: string): Granularity | null => timeIn(asRead(name))?.granularity ?? null

function timeIn(name: string): NamedTime | null {
  const whole = granularityIn(name)
  if (whole) return { granularity: whole, rest: '' }
  const words = name.split(SEPARATORS).filter((word) => word !== '')
  // `2025 4月 売上`, `sales 2025 apr`: the words that name a time, together and one by one.
  for (let length = Math.min(3, words.length); length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const granularity = granularityIn(words.slice(from, from + length).join(' '))
      const rest = [...words.slice(0, from), ...words.slice(from + length)].join(' ')
      if (granularity && (rest === '' || !/\d/.test(rest))) return { granularity, rest }
    }
  return timeGlued(name)
}

/** `売上4月`, `2025年4月度売上`: no mark stands between. */
function timeGlued(name: string): NamedTime | null {
  const found =
    /(?:(?:\d{4}|令和\d{1,2}|平成\d{1,2}|[rh]\d{1,2})年(?:度)?)?(?:第?[1-4](?:四半期|q)|\d{1,2}月(?:度|分)?)|\d{4}年(?:度)?|(?:fy|q)\d{1,4}|\d{6}|\d{8}/u.exec(
      name,
    )
  const granularity = found ? granularityIn(found[0]) : null
  return found && granularity ? { granularity, rest: name.replace(found[0], ' ').trim() } : null
}

function granularityIn(text: string): Granularity | null {
  const period = readPeriod(text) ?? readPeriod(text.toUpperCase())
  if (period) return period.granularity === 'other' ? null : period.granularity
  if (/^(?:19|20)\d\d ?[-./]? ?(?:0[1-9]|1[0-2])$/.test(text)) return 'month'
  if (/^(?:19|20)\d\d[-./]?(?:0[1-9]|1[0-2])[-./]?(?:[0-2]\d|3[01])$/.test(text)) return 'day'
  if (/^(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day)?$|^[月火水木金土日]曜?日?$/u.test(text)) return 'day'
  return null
}

/** Words for what a table is for, or which edition of it: two of them name two things, and no two parts of one. */
const ROLE =
  /^(?:in|out|sent|received|returns?|orders?|quotes?|invoices?|payments?|budget|actuals?|plan(?:ned)?|forecast|target|income|expenses?|revenues?|costs?|assets|liabilities|debit|credit|buy|sell|before|after|old|new|open|closed|done|todo|active|inactive|master|settings?|config|params?|notes?|readme|index|menu|lookup|codes?|staff)$|(?:先|員|品|金|費|者|票|書|帳|録|物)$|^(?:旧|新)|(?:入庫|出庫|入荷|出荷|入金|出金|入力|出力|収入|支出|売上|仕入|予算|実績|計画|見込|予定|目標|設定|資産|負債|債権|債務|受注|発注|前年|当年|前期|当期|本番|試験)$|(?:一覧|リスト|マスタ|マスター|台帳|名簿|明細|データ|履歴|記録|情報|管理|集計|資料)(?:表)?$|\b(?:list|master|data|table|log|history|report|records|info)$/u

/** `customers`, `vendors`: common nouns of things. */
const isPlural = (word: string) => /^[a-z]{3,}[^s\W]s$/.test(word)

/** Whether the names say what each table is for: then they are tables of different things. */
export function nameRoles(names: readonly string[]): boolean {
  const [prefix, suffix] = sharedAffixes(names.map(asRead))
  const rests = names.map((name) => bareRest(asRead(name), prefix, suffix))
  const wholes = names.map(asRead)
  return [rests, wholes].some(
    (all) => all.some((word) => ROLE.test(word)) || all.filter(isPlural).length * 2 > all.length,
  )
}

/** An edition of another sheet: `顧客 (2)`, `backup`, `list_old`, `v3`. */
export const isEdition = (name: string) =>
  /\(\d+\)|コピー|副本|複製|控え?$|^旧|旧版?$|最新版?$|修正版?$|改訂版?$|第?\d+版|下書き|\bcopy\b|\bbackup\b|\bbak\b|\bold\b|\bdraft\b|\bfinal\b|\b(?:rev|ver|version|v)\.? ?\d/iu.test(
    name.normalize('NFKC').trim().replaceAll('_', ' '),
  )

/** Beside its parts: what is summed up, and forms that are not filled in. */
export const isNoPart = (name: string) =>
  /^(?:(?:grand |sub)?totals?|summary|overall|overview|all|consolidated|annual|ytd|average|dashboard|template|sample|example|blank)$|^(?:合計|総計|集計|総合計?|全体|全社計?|全店計?|全支店|まとめ|サマリー?|年間|年計|通期|累計|平均|目次|表紙|テンプレート|ひな形|ひながた|雛形|原本|原紙|記入例|見本|例)(?:表|シート)?$|(?:合計|総計|集計|まとめ|累計)$|\b(?:summary|totals?|template)$/iu.test(
    name.normalize('NFKC').trim(),
  )

/** What an organisation or a place is divided into, and what people are called by. */
const UNIT_BEHIND =
  /(?:支店|本店|店舗|店|支社|本社|営業所|事業所|事業部|部門|部|課|係|室|工場|倉庫|センター|校舎?|教室|クラス|学年|組|班|チーム|グループ|支部|地区|地域|エリア|区|市|町|村|県|府|州|都|号機|号|号室|ライン|便|館|棟|階|園|院|病棟|病院|さん|様|氏)$/u
const UNIT_BESIDE =
  /\b(?:mr|mrs|ms|miss|dr|prof|branch|store|shop|office|team|region|dept|department|division|site|plant|warehouse|class|room|line|unit|zone|area|district|group|location|campus|school|clinic|ward|factory|outlet)\b/u

/** `支店A`: what it is may come first. */
const UNIT_BEFORE =
  /^(?:支店|店舗|営業所|事業所|事業部|部門|工場|倉庫|教室|クラス|チーム|グループ|地区|エリア|ライン|現場|案件)[-_ ]?[\p{L}\d]{1,6}$/u

const isUnit = (name: string) => UNIT_BEHIND.test(name) || UNIT_BESIDE.test(name) || UNIT_BEFORE.test(name)

function areParts(names: readonly string[]): boolean {
  if (names.some(isEdition) || nameRoles(names)) return false
  if (names.every((name) => KNOWN_PARTS.has(name))) return true
  if (names.every((name) => isUnit(name) || KNOWN_PARTS.has(name))) return true
  if (areNumbered(names) || arePeople(names)) return true
  const [prefix, suffix] = sharedAffixes(names)
  return isAffix(prefix, suffix) && names.every((name) => bareRest(name, prefix, suffix) !== '')
}

/** `店舗1`, `店舗2`, `101 Leeds`; a table, a page or an annex has a number too, and is no part of the others. */
function areNumbered(names: readonly string[]): boolean {
  if (names.every((name) => /^\d{2,}[\s_-]\p{L}/u.test(name))) return true
  const shapes = new Set(names.map((name) => name.replaceAll(/\d+/g, '#')))
  const [shape = ''] = shapes
  if (shapes.size !== 1 || !shape.includes('#') || shape === '#') return false
  return !/^(?:表|図|別紙|別表|様式|資料|付表|付録|ページ|頁|table|tab|figure|fig|page|annex|appendix|exhibit|schedule|form|list|data|ver|v|rev)/.test(
    shape,
  )
}

/** What all names begin and end with. */
export function sharedAffixes(names: readonly string[]): [prefix: string, suffix: string] {
  const [first = ''] = names
  let [before, behind] = [first.length, first.length]
  for (const name of names) {
    let at = 0
    while (at < before && name[at] === first[at]) at++
    before = at
    let end = 0
    while (end < behind && name.at(-1 - end) === first.at(-1 - end)) end++
    behind = end
  }
  const shortest = Math.min(...names.map(({ length }) => length))
  const prefix = first.slice(0, before)
  const suffix = first.slice(first.length - Math.min(behind, Math.max(0, shortest - before)))
  return [prefix, suffix]
}

/** Words in common, set off by a mark: `売上_東京`, `Sales - East`. */
const isAffix = (prefix: string, suffix: string) =>
  (prefix.length > 1 && SEPARATORS.test(prefix.slice(-1))) || (suffix.length > 1 && SEPARATORS.test(suffix.slice(0, 1)))

const bareRest = (name: string, prefix: string, suffix: string) =>
  name
    .slice(prefix.length, name.length - suffix.length)
    .replaceAll(new RegExp(SEPARATORS, 'gu'), ' ')
    .trim()
