import type { ConnectedAgent } from '../../server/test/connect-agent.ts'
import type { Question } from './question.ts'

/** How often the reader may ask on after it has seen the map. */
const FOLLOW_UPS = 3

export type OpenBook = { agent: ConnectedAgent; workbook_id: string; source: string; map: string }

/** Answers a question from the map of a file, and a few calls of tools. No answer is null. */
export async function answerFromMap({ agent, workbook_id, source, map }: OpenBook, question: Question) {
  let left = FOLLOW_UPS
  const ask = async (name: string, args: object) => {
    if (left-- <= 0) throw new Error('impossible: a reader that asks too often')
    return (await agent.call(name, { workbook_id, source, ...args })).answer
  }
  const placeOf = async (text: string): Promise<string | null> =>
    (await ask('find_cells', { find: text }))?.cells?.[0]?.cell ?? null
  switch (question.kind) {
    case 'where':
      return placeOf(question.text)
    case 'crossing': {
      const [row, column] = [await placeOf(question.row), await placeOf(question.column)]
      return row && column ? column.replace(/\d+/, '') + row.replace(/\D+/, '') : null
    }
    case 'parts': {
      const known = [...map.matchAll(/row \d+ "(.*?)" is sum of ([\d:]+)/g)].find(
        ([, label]) => label === question.label,
      )
      if (known) return known[2] ?? null
      const at = await placeOf(question.label)
      const row = at?.replace(/\D+/, '') ?? ''
      const seen = at ? await ask('read_cells', { range: `A${row}:Z${row}` }) : null
      const sum = seen?.formulas
        ?.map(({ formula }: { formula: string }) => /^=?SUM\([A-Z]+(\d+):[A-Z]+(\d+)\)$/.exec(formula))
        .find(Boolean)
      return sum ? `${sum[1]}:${sum[2]}` : null
    }
    case 'break':
      return /(?:breaks its pattern: |; )([A-Z]+\d+) has another formula/.exec(map)?.[1] ?? null
    case 'missing':
      return /periods missing: ([\d-]+)/.exec(map)?.[1] ?? null
    case 'error':
      return /errors: ([A-Z]+\d+)/.exec(map)?.[1] ?? null
    case 'hidden':
      return /hidden: rows (\d+)/.exec(map)?.[1] ?? null
    case 'twice':
      return /one key twice: (\S+)/.exec(map)?.[1] ?? null
    case 'outlier':
      return /far from the others: ([A-Z]+\d+)/.exec(map)?.[1] ?? null
  }
}
