import type { Wire } from '@bindery-data/sdk'
import { useState } from 'react'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { SelectField, TextField } from '../../../parts/controls/field.tsx'
import { useFormats, useWords } from '../../../words/words.ts'
import { correctWords } from '../correct-words.ts'
import { useReasons } from '../doubts/reasons.ts'
import type { OnOperations } from '../operation.ts'
import { boxOf, type Cell, lettersOf, parseRange, spellRange } from '../sheet/range.ts'
import { ColumnList } from './column-list.tsx'
import { liesOnSide } from './steps.ts'

/** What a region can be taken for, and how the service calls it. */
const KINDS = ['table', 'form', 'note', 'ignore'] as const
const KIND_OF = {
  data: 'table',
  keyvalue: 'form',
  title: 'note',
  unit: 'note',
  note: 'note',
  ignore: 'ignore',
} as const
const NAME_OF = { table: 'data', form: 'keyvalue', note: 'note', ignore: 'ignore' } as const
const NOW = 'now'

type Props = {
  region: Wire.Region
  /** All of the sheet. */
  regions: readonly Wire.Region[]
  active: Cell
  onChange: OnOperations
}

/** Everything that was decided about a region, to be decided otherwise. */
export function RegionPanel({ region, regions, active, onChange }: Props) {
  const w = useWords(correctWords)
  const { percent } = useFormats()
  const reasons = useReasons()
  const { region_id: id } = region
  return (
    <div className="region-panel">
      <div className="field-row">
        <SelectField
          label={w.kind}
          value={KIND_OF[region.kind]}
          options={KINDS.map((value) => ({ value, name: w.kinds[NAME_OF[value]] }))}
          onChange={({ target }) => {
            const kind = KINDS.find((one) => one === target.value)
            if (kind) onChange({ op: 'set_kind', region: id, kind })
          }}
        />
        <RangeField
          key={`${id} ${region.range}`}
          region={region}
          onChange={(box) => onChange({ op: 'set_box', region: id, range: spellRange(box) })}
        />
      </div>
      <p className="soft">
        <Badge tone={region.confidence < 0.9 ? 'stale' : 'good'}>{w.sure(percent(region.confidence))}</Badge>{' '}
        {region.evidence.length > 0 ? `${w.because}: ${reasons.evidence(region.evidence)}` : null}
      </p>
      {region.kind === 'data' ? <TableDecisions region={region} onChange={onChange} /> : null}
      <OtherRegions region={region} regions={regions} active={active} onChange={onChange} />
    </div>
  )
}

function TableDecisions({ region, onChange }: Pick<Props, 'region' | 'onChange'>) {
  const w = useWords(correctWords)
  const reasons = useReasons()
  const { region_id: id } = region
  const readings = [
    { value: NOW, name: w.readingNow },
    ...region.alternatives.map(({ rank, patch }) => ({ value: String(rank), name: reasons.reading(patch) })),
  ]
  const hasTotals = region.row_roles.some(({ role }) => role === 'total' || role === 'subtotal')
  return (
    <>
      <div className="field-row">
        {region.alternatives.length > 0 ? (
          <SelectField
            label={w.reading}
            value={NOW}
            options={readings}
            onChange={({ target }) => onChange({ op: 'choose_reading', region: id, rank: Number(target.value) })}
          />
        ) : null}
        <SelectField
          label={w.orientation}
          value={liesOnSide(region) ? 'columns' : 'rows'}
          options={(['rows', 'columns'] as const).map((value) => ({ value, name: w.orientations[value] }))}
          onChange={({ target }) => {
            const reshape = target.value === 'columns' ? ({ kind: 'transpose' } as const) : null
            onChange({ op: 'choose_reading', region: id, reshape })
          }}
        />
      </div>
      <TableName key={`${id} ${region.outputs[0]?.name}`} region={region} onChange={onChange} />
      {hasTotals || region.total_column !== undefined ? (
        <p>
          <label>
            <input
              type="checkbox"
              checked={region.total_column !== undefined}
              onChange={({ target }) => onChange({ op: 'keep_totals', region: id, on: target.checked })}
            />{' '}
            {w.keepTotals}
          </label>
        </p>
      ) : null}
      <ColumnList region={region} onChange={onChange} />
    </>
  )
}

/** The first table is called so; others are called after it. */
function TableName({ region, onChange }: Pick<Props, 'region' | 'onChange'>) {
  const w = useWords(correctWords)
  const [first, ...others] = region.outputs
  const [typed, setTyped] = useState(first?.name ?? '')
  const take = () => {
    const name = typed.trim()
    if (name !== '' && name !== first?.name) onChange({ op: 'name_table', region: region.region_id, name })
  }
  return (
    <TextField
      label={w.tableName}
      hint={others.map(({ name }) => name).join(' · ')}
      value={typed}
      maxLength={200}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) take()
      }}
    />
  )
}

/** One region of two, and two of one: where the cell is that was chosen in the sheet. */
function OtherRegions({ region, regions, active, onChange }: Props) {
  const w = useWords(correctWords)
  const { region_id: id } = region
  const { top, left, bottom, right } = boxOf(region)
  const others = regions.filter((other) => other.region_id !== id && other.kind !== 'ignore')
  const column = lettersOf(active.column)
  return (
    <div className="field-row region-others">
      {others.length > 0 ? (
        <SelectField
          label={w.joinWith}
          value=""
          options={[
            { value: '', name: w.joinNone },
            ...others.map((other) => ({ value: other.region_id, name: `${other.range} (${w.kinds[other.kind]})` })),
          ]}
          onChange={({ target }) => {
            if (target.value !== '') onChange({ op: 'merge_regions', regions: [id, target.value] })
          }}
        />
      ) : null}
      {active.row > top && active.row <= bottom ? (
        <Button onClick={() => onChange({ op: 'split_region', region: id, at_row: active.row })}>
          {w.splitAbove(active.row)}
        </Button>
      ) : null}
      {active.column > left && active.column <= right ? (
        <Button onClick={() => onChange({ op: 'split_region', region: id, at_column: column })}>
          {w.splitBefore(column)}
        </Button>
      ) : null}
    </div>
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
