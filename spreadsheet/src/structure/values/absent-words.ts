/** What people write where there is nothing to write. */
const WORDS = new Set([
  'na',
  'n/a',
  'n.a.',
  'n.a',
  'n/d',
  'nd',
  'n.d.',
  '(na)',
  '(n/a)',
  '(x)',
  '(z)',
  '(d)',
  '(-)',
  '#n/a',
  'nan',
  'null',
  'none',
  'nil',
  'x',
  '*',
  '**',
  '***',
  '..',
  '...',
  '....',
  '…',
  '該当なし',
  '不明',
  '-%',
])

/** Dashes of all lengths, one or a row of them; Japanese writers take the sound mark for one. */
const DASHES = /^[-‐‑‒–—―─━−ー_]+$/

/** The longest of them: nothing longer needs to be looked up. */
const LONGEST = 6

/** Says that there is no value. */
export function isAbsent(text: string): boolean {
  return (text.length <= LONGEST && WORDS.has(text.toLowerCase())) || DASHES.test(text)
}
