/**
 * A number that is spelled out, as a cell can hold it: numbers of Excel are doubles, so one that would come out with other
 * digits stays text. Zeros at the end of a fraction are no digits.
 */
export function numberOrText(spelled: string): number | string {
  const number = Number(spelled)
  const isExact = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number)
  if (!isExact) return spelled
  // A cell knows no zero below zero.
  return String(number) === withoutEndZeros(spelled) ? number || 0 : spelled
}

function withoutEndZeros(spelled: string): string {
  const short = spelled.includes('.') ? spelled.replace(/\.?0+$/, '') : spelled
  return short === '-0' ? '0' : short
}
