import type { Wire } from '@bindery-data/sdk'
import { useMemo, useState } from 'react'
import { Tabs } from '../../parts/tabs.tsx'
import { useWords } from '../../words/words.ts'
import { correctWords } from './correct-words.ts'
import { type Change, type TextAt, withRange } from './correction.ts'
import { DoubtList } from './doubt-list.tsx'
import { type Doubt, doubtsIn } from './doubts.ts'
import { Legend } from './legend.tsx'
import { MadeTables } from './made-tables.tsx'
import { regionAt } from './part-at.ts'
import { QuestionBar } from './question-bar.tsx'
import { type Cell, cornerOf } from './range.ts'
import { RegionFrames } from './region-frames.tsx'
import { RegionPanel } from './region-panel.tsx'
import { RowBar } from './row-bar.tsx'
import type { SheetShape } from './sheet-shape.ts'
import { SheetView } from './sheet-view.tsx'
import { UnionBar } from './union-bar.tsx'
import { tableNames, unionsOf } from './union-of.ts'
import type { ReadSpec } from './use-spec.ts'

type Props = {
  sheet: string
  shape: SheetShape
  read: ReadSpec
  onChange: ((regionId: string, change: Change) => void) | null
}

type Panel = 'tables' | 'region' | 'doubts'

/** One sheet and, beside it, the result and what was decided. */
export function Workplace({ sheet, shape, read, onChange }: Props) {
  const w = useWords(correctWords)
  const [active, setActive] = useState<Cell>({ row: shape.box.top, column: shape.box.left })
  const [panel, setPanel] = useState<Panel>('tables')
  const [isColoured, setColoured] = useState(true)
  const regions = useMemo(() => read.regions.filter((region) => region.sheet === sheet), [read, sheet])
  const doubts = useMemo(() => doubtsIn(read, sheet), [read, sheet])
  const region = regionAt(regions, active)
  const change = region && onChange ? (how: Change) => onChange(region.region_id, how) : null
  const show = ({ cell, regionId }: Doubt) => {
    const at = cell ?? cornerOf(regions.find(({ region_id }) => region_id === regionId)?.range ?? '')
    if (at) setActive(at)
    setPanel('region')
  }
  const lookAt = ({ range }: Wire.Region) => {
    const corner = cornerOf(range)
    if (corner) setActive(corner)
  }
  const panels = [
    { key: 'tables', name: w.tables },
    { key: 'region', name: w.region },
    { key: 'doubts', name: w.doubts(doubts.length) },
  ] as const
  return (
    <div className="workplace">
      <div className="workplace-sheet">
        <div className="workplace-head">
          <QuestionBar regions={regions} onChange={onChange} onShow={lookAt} />
          <UnionBar unions={unionsOf(read.regions, regions)} onChange={onChange} />
          <RowBar
            {...{ region, active, textAt: shape.textAt, isColoured, onColoured: setColoured, onChange: change }}
          />
        </div>
        <SheetView name={`${w.sheet} ${sheet}`} {...{ shape, regions, active, onActive: setActive, isColoured }}>
          <RegionFrames
            shape={shape}
            regions={regions}
            chosenId={region?.region_id ?? null}
            onRange={onChange && ((id, box) => onChange(id, (it) => withRange(it, box, shape.textAt)))}
          />
        </SheetView>
        <Legend regions={regions} />
      </div>
      <div className="workplace-panel">
        <Tabs label={w.panels} tabs={panels} chosen={panel} onChoose={setPanel} />
        <div className="workplace-content">
          {panel === 'tables' ? <MadeTables tables={tablesOf(read, regions)} checks={read.check ?? []} /> : null}
          {panel === 'region' ? (
            <Chosen region={region} textAt={shape.textAt} notesName={notesNameOf(regions, sheet)} onChange={change} />
          ) : null}
          {panel === 'doubts' ? <DoubtList doubts={doubts} onShow={show} /> : null}
        </div>
      </div>
    </div>
  )
}

type ChosenProps = {
  region: Wire.Region | undefined
  textAt: TextAt
  notesName: string
  onChange: ((change: Change) => void) | null
}

function Chosen({ region, textAt, notesName, onChange }: ChosenProps) {
  const w = useWords(correctWords)
  if (!region) return <p className="soft">{w.chooseRegion}</p>
  return (
    <fieldset disabled={onChange === null}>
      <legend className="unseen">{w.region}</legend>
      <RegionPanel region={region} textAt={textAt} notesName={notesName} onChange={onChange ?? (() => undefined)} />
    </fieldset>
  )
}

/** Titles, units and notes of a sheet are one table. */
const notesNameOf = (regions: readonly Wire.Region[], sheet: string) =>
  regions.flatMap(({ outputs }) => outputs).find(({ kind }) => kind === 'notes')?.name ?? `${sheet}_notes`

/** Tables of this sheet; notes are no single region's. */
function tablesOf({ preview = [], regions: all }: ReadSpec, regions: readonly Wire.Region[]) {
  const ids = new Set<string | null>(regions.map(({ region_id }) => region_id))
  const names = tableNames(all, regions)
  return preview.filter(({ region_id, name }) => names.has(name) || (region_id !== null && ids.has(region_id)))
}
