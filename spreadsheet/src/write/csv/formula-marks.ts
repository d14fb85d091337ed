/**
 * Programs that open csv files compute a cell that begins with one of these signs; Excel in Japanese and Chinese reads the
 * full-width ones in the same way.
 */
const SIGN = '=+\\-@＝＋－＠'
/** What begins a cell inside a text, where a program splits the file at another delimiter and so does not see the quotes. */
const SEPARATOR = ';\\t\\r\\n'

/** A place that a cell may begin at, with a sign behind any apostrophes there. At the very beginning a tab or CR counts as a sign. */
const starts = (separators: string, apostrophe: '' | "'") =>
  new RegExp(`^${apostrophe}(?='*[${SIGN}\\t\\r])|(?<=[${separators}])${apostrophe}(?='*[${SIGN}])`, 'g')

/** Of a file with commas no program that splits at something else splits at a comma. */
const rulesOf = (separators: string) => ({ unmarked: starts(separators, ''), marked: starts(separators, "'") })
const [WITH_COMMAS, WITHOUT_COMMAS] = [rulesOf(SEPARATOR), rulesOf(`,${SEPARATOR}`)]
const rulesFor = (delimiter: string) => (delimiter === ',' ? WITH_COMMAS : WITHOUT_COMMAS)

/** Puts an apostrophe before everything in a text that a program would compute. A place that has some gets one more. */
export const markFormulas = (text: string, delimiter: string) => text.replace(rulesFor(delimiter).unmarked, "'")

/** Takes away exactly what `markFormulas` has put there. */
export const unmarkFormulas = (text: string, delimiter: string) => text.replace(rulesFor(delimiter).marked, '')
