import { Button } from '../../../parts/controls/button.tsx'
import { useTypeName } from '../../../parts/values/type-names.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { correctWords } from '../correct-words.ts'
import type { Check } from '../result/check-line.tsx'
import { type CheckTexts, checkWords, grouped } from '../result/check-words.ts'
import type { Doubt } from './doubts.ts'
import { useReasons } from './reasons.ts'

/** What may be wrong, with what speaks for it, each with a way to where it is. */
export function DoubtList({ doubts, onShow }: { doubts: readonly Doubt[]; onShow: (doubt: Doubt) => void }) {
  const w = useWords(correctWords)
  if (doubts.length === 0) return <p className="soft">{w.noDoubts}</p>
  return (
    <ul className="doubts">
      {doubts.map((doubt) => (
        <li key={doubt.key}>
          <Said about={doubt.about} />
          {doubt.cell || doubt.regionId ? <Button onClick={() => onShow(doubt)}>{w.show}</Button> : null}
        </li>
      ))}
    </ul>
  )
}

function Said({ about }: { about: Doubt['about'] }) {
  const [text, because] = useSaid(about)
  return (
    <div>
      <p>{text}</p>
      {because ? <p className="soft">{because}</p> : null}
    </div>
  )
}

function useSaid(about: Doubt['about']): readonly [text: string, because: string | null] {
  const w = useWords(correctWords)
  const checks = useWords(checkWords)
  const { percent } = useFormats()
  const reasons = useReasons()
  const typeName = useTypeName()
  switch (about.kind) {
    case 'region':
      return [
        w.doubt.region(about.range, percent(about.confidence)),
        `${w.because}: ${reasons.evidence(about.evidence)}`,
      ]
    case 'type': {
      const { column, nonconforming, samples } = about
      const type = typeName(about.type)
      const said = nonconforming > 0 ? w.doubt.type(column, type, nonconforming) : w.doubt.typeUnsure(column, type)
      return [said, samples.length > 0 ? w.samples(samples.join(' · ')) : null]
    }
    case 'dates':
      return [w.doubt.dates(about.column, about.count), null]
    case 'codes':
      return [w.doubt.codes(about.column, about.count), null]
    case 'total': {
      const share = percent(about.agreement)
      return [
        about.row === null ? w.doubt.totalColumn(about.column ?? '', share) : w.doubt.totalRow(about.row, share),
        null,
      ]
    }
    case 'dropped':
      return [w.doubt.dropped(about.range, reasons.dropped(about.why)), null]
    case 'reading':
      return [w.doubt.reading(reasons.reading(about.patch)), null]
    case 'unbalanced':
      return [saidOf(about.check, checks), null]
    case 'warning':
      return [reasons.warning(about.warning), null]
  }
}

function saidOf({ table, rows_in, rows_out, factor, cells_empty, sums }: Check, w: CheckTexts): string {
  const due = rows_in * factor - cells_empty
  const unequal = sums.find(({ sum_in, sum_out }) => sum_in !== sum_out)
  if (due !== rows_out || !unequal) return w.doubt.rows(table, due, rows_out ?? 0)
  return w.doubt.sum(table, unequal.column, grouped(unequal.sum_in), grouped(unequal.sum_out))
}
