import type { Wire } from '@bindery-data/sdk'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { useFormats, useWords } from '../../words/words.ts'
import { ColumnList } from './column-list.tsx'
import { correctWords } from './correct-words.ts'
import { boxOf, type Change, type TextAt, withKind, withRange, withReading } from './correction.ts'
import { parseRange, spellRange } from './range.ts'
import { useReasons } from './reasons.ts'

const KINDS = ['data', 'title', 'unit', 'note', 'keyvalue', 'ignore'] as const
const NOW = 'now'

type Props = {
  region: Wire.Region
  textAt: TextAt
  /** Where titles, units and notes of the sheet go. */
  notesName: string
  onChange: (change: Change) => void
}

/** Everything that was decided about a region, to be decided otherwise. */
export function RegionPanel({ region, textAt, notesName, onChange }: Props) {
  const w = useWords(correctWords)
  const { percent } = useFormats()
  const reasons = useReasons()
  return (
    <div className="region-panel">
      <div className="field-row">
        <SelectField
          label={w.kind}
          value={region.kind}
          options={KINDS.map((value) => ({ value, name: w.kinds[value] }))}
          onChange={({ target }) =>
            onChange((it) => withKind(it, KINDS.find((kind) => kind === target.value) ?? it.kind, textAt, notesName))
          }
        />
        <RangeField
          key={region.range}
          region={region}
          onChange={(box) => onChange((it) => withRange(it, box, textAt))}
        />
      </div>
      <p className="soft">
        <Badge tone={region.confidence < 0.9 ? 'stale' : 'good'}>{w.sure(percent(region.confidence))}</Badge>{' '}
        {region.evidence.length > 0 ? `${w.because}: ${reasons.evidence(region.evidence)}` : null}
      </p>
      {region.kind === 'data' ? <TableDecisions region={region} onChange={onChange} /> : null}
    </div>
  )
}

function TableDecisions({ region, onChange }: { region: Wire.Region; onChange: (change: Change) => void }) {
  const w = useWords(correctWords)
  const reasons = useReasons()
  const readings = [
    { value: NOW, name: w.readingNow },
    ...region.alternatives.map(({ rank, patch }) => ({ value: String(rank), name: reasons.reading(patch) })),
  ]
  return (
    <>
      <div className="field-row">
        {region.alternatives.length > 0 ? (
          <SelectField
            label={w.reading}
            value={NOW}
            options={readings}
            onChange={({ target }) => onChange((it) => withReading(it, Number(target.value)))}
          />
        ) : null}
        <SelectField
          label={w.orientation}
          value={region.orientation}
          options={(['rows', 'columns'] as const).map((value) => ({ value, name: w.orientations[value] }))}
          onChange={({ target }) =>
            onChange((it) => ({ ...it, orientation: target.value === 'columns' ? 'columns' : 'rows' }))
          }
        />
      </div>
      <p>
        <span className="soft">{w.tableNames}: </span>
        {region.outputs.map(({ name }) => name).join(' · ')}
      </p>
      <ColumnList region={region} onChange={onChange} />
    </>
  )
}

/** Taken when it is left or Enter is pressed, and only if it can be read. */
function RangeField({ region, onChange }: { region: Wire.Region; onChange: (box: ReturnType<typeof boxOf>) => void }) {
  const w = useWords(correctWords)
  const [typed, setTyped] = useState(region.range)
  const box = parseRange(typed)
  const take = () => {
    if (box && spellRange(box) !== spellRange(boxOf(region))) onChange(box)
  }
  return (
    <TextField
      label={w.range}
      hint={w.rangeHint}
      error={box ? null : w.rangeWrong}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) take()
      }}
    />
  )
}
