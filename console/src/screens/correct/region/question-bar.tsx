import type { Wire } from '@bindery-data/sdk'
import { Button } from '../../../parts/controls/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { useWords } from '../../../words/words.ts'
import type { OnOperations } from '../operation.ts'
import { useOperationText } from '../operation-words.ts'
import { questionWords } from './question-words.ts'

type Props = {
  regions: readonly Wire.Region[]
  onChange: OnOperations | null
  onShow: (region: Wire.Region) => void
}

type OpenQuestion = { region: Wire.Region; question: NonNullable<Wire.Region['question']> }

/** The first open question about a sheet, answered by one click; the answer is kept for the next edition of the file. */
export function QuestionBar({ regions, onChange, onShow }: Props) {
  const w = useWords(questionWords)
  const textOf = useOperationText()
  const open = regions.flatMap((region): OpenQuestion[] =>
    region.needs_review && region.question ? [{ region, question: region.question }] : [],
  )
  const [first, ...others] = open
  if (!first) return null
  const { region, question } = first
  const said = textsOf(first, w)
  return (
    <section className="question" aria-label={w.label}>
      <Icon name="warning" />
      <p>
        <button type="button" className="link" onClick={() => onShow(region)}>
          {said.text}
        </button>
        {others.length > 0 ? <span className="soft"> ({w.more(others.length)})</span> : null}
      </p>
      <div className="question-choices">
        {question.choices.map(({ text, advice }, n) => (
          <Button
            key={text}
            disabled={onChange === null}
            onClick={() => onChange?.({ op: 'answer', region: region.region_id, choice: n })}
          >
            {advice ? w.advised(advice.operations.map(textOf).join(w.and)) : (said.choices[n] ?? text)}
          </Button>
        ))}
      </div>
      {question.choices.map(({ text, advice }) =>
        advice?.reason ? (
          <p key={text} className="soft">
            {w.adviserSays(advice.reason)}
          </p>
        ) : null,
      )}
    </section>
  )
}

type Texts = (typeof questionWords)['en']

/** In the language of the console, whichever one the file speaks. */
function textsOf({ region, question }: OpenQuestion, w: Texts): { text: string; choices: readonly string[] } {
  switch (question.code) {
    case 'totals': {
      const rows = rowsIn(question)
      const [text, isData] = rows.length === 1 ? [w.total, w.isData] : [w.totals, w.areData]
      return { text: text(rows.join(', ')), choices: [isData, w.keepApart] }
    }
    case 'date_order':
      return { text: w.dates(datesIn(region, question).join(', ')), choices: [w.dayFirst, w.monthFirst] }
    case 'reading':
      return { text: w.reading(region.range), choices: [w.asItIs, w.otherWay] }
    case 'table':
      return { text: w.table(region.range), choices: [w.isTable, w.noTable] }
    case 'union': {
      const patches = patchesOf(question)
      const union = patches.find((patch) => patch.union)?.union
      const files = union?.files?.sources.length
      const text = files === undefined ? w.union(union?.parts.length ?? 0) : w.unionOfFiles(files)
      const each = files === undefined ? w.perSheet : w.perFile
      return { text, choices: patches.map((patch) => (patch.union ? w.oneTable : each)) }
    }
  }
}

const MOST_NAMED = 10

// Safe: the patches of a choice are parts of a region.
const patchesOf = ({ choices }: OpenQuestion['question']) => choices.map(({ patch }) => patch as Partial<Wire.Region>)

/** The rows that one of the choices would set apart. */
const rowsIn = (question: OpenQuestion['question']) =>
  patchesOf(question)
    .flatMap(({ row_roles }) => row_roles?.at(-1)?.rows ?? [])
    .slice(0, MOST_NAMED)

/** The columns that the choices would read differently. */
const datesIn = ({ columns }: Wire.Region, question: OpenQuestion['question']) =>
  columns
    .filter(({ format }, n) =>
      patchesOf(question).some((patch) => patch.columns && patch.columns[n]?.format !== format),
    )
    .map(({ name }) => name)
