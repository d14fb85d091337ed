import { useWords, words } from '../../words/words.ts'
import './value.css'

const valueWords = words(
  { empty: 'empty', masked: 'hidden by a policy', yes: 'yes', no: 'no' },
  { empty: '空', masked: 'ポリシーにより非表示', yes: 'はい', no: 'いいえ' },
)

/** What stands in one cell, as it was received: numbers unrounded, texts with their blanks. */
export function Value({ value, isMasked = false }: { value: unknown; isMasked?: boolean }) {
  const w = useWords(valueWords)
  if (isMasked) return <span className="value masked">{w.masked}</span>
  if (value === null || value === undefined) return <span className="value nothing">{w.empty}</span>
  if (typeof value === 'boolean') return <span className="value">{value ? w.yes : w.no}</span>
  return <span className="value">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>
}
