/** A number of more digits is kept by no program. */
const SURE_DIGITS = 15

const POSTAL = /^〒\s?\d{3}-?\d{4}$|^\d{3}-\d{4}$/
const TELEPHONE = /^(?:\+\d{1,3}[- ])?\(?0\d{1,4}\)?[- ]\d{1,4}[- ]\d{3,4}$/
const DIGITS = /^\d+$/

/** Digits that name something and count nothing: `007`, `〒100-0001`, a card number. */
export function isCode(text: string): boolean {
  if (DIGITS.test(text)) return (text.length > 1 && text.startsWith('0')) || text.length > SURE_DIGITS
  return POSTAL.test(text) || TELEPHONE.test(text)
}
