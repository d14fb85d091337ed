import { CHART_KINDS, type ChartKind } from '../../parts/chart/answer.ts'
import { chartWords } from '../../parts/chart/chart-words.ts'
import { useWords } from '../../words/words.ts'
import { questionsWords } from './questions-words.ts'

type Props = { chosen: ChartKind; onChoose: (kind: ChartKind) => void }

/** What an answer is shown as. */
export function KindChoice({ chosen, onChoose }: Props) {
  const w = useWords(questionsWords)
  const c = useWords(chartWords)
  return (
    <fieldset className="kind-choice">
      <legend className="unseen">{w.show}</legend>
      {CHART_KINDS.map((kind) => (
        <label key={kind} className={kind === chosen ? 'chosen' : undefined}>
          <input
            type="radio"
            name="answer-kind"
            className="unseen"
            checked={kind === chosen}
            onChange={() => onChoose(kind)}
          />
          {c.kinds[kind]}
        </label>
      ))}
    </fieldset>
  )
}
