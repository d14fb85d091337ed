/** Forms of texts that a check looks for, as patterns of RE2. Each stands for the whole text. */

const SPACE = String.raw`[\s\x{3000}\x{a0}\x{feff}\x{200b}]`
const DIGIT = '[0-9０-９]'

export const BLANK = `${SPACE}*`
/** Space before or behind, or characters that nobody sees. */
export const PADDED = String.raw`(?s)${SPACE}.*|.*${SPACE}|.*[\t\r\x{feff}\x{200b}].*`
export const ERROR_VALUE = String.raw`#(?:REF!|N/A|DIV/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)`
/** As people write numbers: with thousands, signs of money, percent, and ▲ or brackets for less than nothing. */
export const NUMBER = String.raw`[-+▲△(]? ?[¥￥$€£]? ?-?(?:${DIGIT}{1,3}(?:[,，]${DIGIT}{3})+|${DIGIT}+)(?:[.．]${DIGIT}+)? ?(?:%|％|円)?\)?`
export const DIGITS = '[0-9]+'
export const LEADING_ZERO = '0[0-9]+'

const YEAR_LAST = '[-/.](?:[0-9]{4}|[0-9]{2})'
const UP_TO_TWELVE = '(?:0?[1-9]|1[0-2])'
const OVER_TWELVE = '(?:1[3-9]|2[0-9]|3[01])'
/** A day and a month in front of a year, whichever comes first. */
export const DAY_MONTH = `${UP_TO_TWELVE}[-/.]${UP_TO_TWELVE}${YEAR_LAST}`
export const DAY_FIRST = `${OVER_TWELVE}[-/.]${UP_TO_TWELVE}${YEAR_LAST}`
export const MONTH_FIRST = `${UP_TO_TWELVE}[-/.]${OVER_TWELVE}${YEAR_LAST}`
const DAY_OR_MONTH = '[0-9]{1,2}'
export const ANY_DATE = `${DAY_OR_MONTH}[-/.]${DAY_OR_MONTH}${YEAR_LAST}|(?:19|20)[0-9]{2}[-/.年]${DAY_OR_MONTH}[-/.月]${DAY_OR_MONTH}日?`
