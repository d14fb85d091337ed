/** What the name of a column says about its values. Names are words of people: these are hints, and nothing rests on one alone. */

const words = (...parts: string[]) => new RegExp(parts.join('|'), 'iu')

const KEY = words(
  String.raw`(?:^|[_\s.-])(?:id|key|no|num|code|sku|uuid|isbn|jan|number)\.?$`,
  '[a-z](?:Id|ID|Key|Code|No|Number)$',
  '(?:番号|コード|ＩＤ|ID|キー|№|No)$',
)
const CODE = words(
  'zip',
  'postal',
  '郵便',
  'phone',
  '(?:^|_)tel',
  '電話',
  '(?:^|_)fax',
  'ＦＡＸ',
  '(?:^|_)jan(?:$|_)',
  '法人番号',
  '口座',
)
const LATER = words(
  'due', 'deadline', 'expir', 'until', 'plan', 'target', 'valid_to', 'schedul', 'renew', 'forecast', '(?:^|_)end', 'eta$',
  '予定', '期限', '納期', '満了', '終了', '計画', '目標', '見込', '支払日', '期日',
) // biome-ignore format: a list
const REMARK = words(
  'note',
  'remark',
  'comment',
  'memo',
  'description',
  'option',
  'middle',
  '備考',
  '摘要',
  'メモ',
  '注記',
  'コメント',
  '特記',
  '補足',
)
const YEAR = words('year', '(?:^|_)fy', '年度?$')
const TOTAL = words('total', '(?:^|_)sum$', '合計', '総計', '小計', '[^会設統時]計$', '^計$')
const QUANTITY = words('qty', 'quantity', 'units?$', '数量', '個数', '本数')
const PRICE = words('price', 'unit_cost', 'rate$', '単価', '価格')
const AMOUNT = words('amount', 'total', 'subtotal', '金額', '売上高?$', '小計', '合計', '代金')

/** It identifies rows, or refers to other rows that it identifies. */
export const isKeyName = (name: string) => KEY.test(name)
/** Digits that are no number: the first may be a zero. */
export const isCodeName = (name: string) => CODE.test(name)
/** A day that may well lie ahead. */
export const mayLieAhead = (name: string) => LATER.test(name)
/** Often left empty. */
export const isRemark = (name: string) => REMARK.test(name)
export const isYearName = (name: string) => YEAR.test(name)
export const isTotalName = (name: string) => TOTAL.test(name)
export const isQuantityName = (name: string) => QUANTITY.test(name)
export const isPriceName = (name: string) => PRICE.test(name)
export const isAmountName = (name: string) => AMOUNT.test(name)

/** 1 row, 2 rows. */
export const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** The form of a verb that goes with so many: is, are. */
export const agreeing = (count: number, one: string, many: string) => (count === 1 ? one : many)
