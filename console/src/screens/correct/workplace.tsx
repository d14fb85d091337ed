import type { Wire } from '@bindery-data/sdk'
import { useMemo, useState } from 'react'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { useWords } from '../../words/words.ts'
import { correctWords } from './correct-words.ts'
import { DoubtList } from './doubts/doubt-list.tsx'
import { type Doubt, doubtsIn } from './doubts/doubts.ts'
import type { OnOperations } from './operation.ts'
import { NewRegion } from './region/new-region.tsx'
import { QuestionBar } from './region/question-bar.tsx'
import { RegionPanel } from './region/region-panel.tsx'
import { UnionBar } from './region/union-bar.tsx'
import { tableNames, unionsOf } from './region/union-of.ts'
import { MadeTables } from './result/made-tables.tsx'
import { Legend } from './sheet/legend.tsx'
import { regionAt } from './sheet/part-at.ts'
import { type Cell, cornerOf, isInside, spellCell, spellRange } from './sheet/range.ts'
import { RegionFrames } from './sheet/region-frames.tsx'
import { RowBar } from './sheet/row-bar.tsx'
import type { SheetShape } from './sheet/sheet-shape.ts'
import { SheetView } from './sheet/sheet-view.tsx'
import type { ReadSpec } from './use-spec.ts'

type Props = {
  sheet: string
  shape: SheetShape
  read: ReadSpec
  /** Where to look first. */
  cell: Cell | null
  onChange: OnOperations | null
}

type Panel = 'tables' | 'region' | 'doubts'

/** One sheet and, beside it, the result and what was decided. */
export function Workplace({ sheet, shape, read, cell, onChange }: Props) {
  const w = useWords(correctWords)
  const [active, setActive] = useState<Cell>(
    cell && isInside(shape.box, cell) ? cell : { row: shape.box.top, column: shape.box.left },
  )
  const [panel, setPanel] = useState<Panel>('tables')
  const [isColoured, setColoured] = useState(true)
  const regions = useMemo(() => read.regions.filter((region) => region.sheet === sheet), [read, sheet])
  const doubts = useMemo(() => doubtsIn(read, sheet), [read, sheet])
  const region = regionAt(regions, active)
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
          <RowBar {...{ region, active, textAt: shape.textAt, isColoured, onColoured: setColoured, onChange }} />
        </div>
        <SheetView name={`${w.sheet} ${sheet}`} {...{ shape, regions, active, onActive: setActive, isColoured }}>
          <RegionFrames
            shape={shape}
            regions={regions}
            chosenId={region?.region_id ?? null}
            onRange={onChange && ((id, box) => onChange({ op: 'set_box', region: id, range: spellRange(box) }))}
          />
        </SheetView>
        <Legend regions={regions} />
      </div>
      <div className="workplace-panel">
        <Tabs label={w.panels} tabs={panels} chosen={panel} onChoose={setPanel} />
        <div className="workplace-content">
          {panel === 'tables' ? <MadeTables tables={tablesOf(read, regions)} checks={read.check ?? []} /> : null}
          {panel === 'region' ? <Chosen {...{ region, regions, sheet, active, onChange }} /> : null}
          {panel === 'doubts' ? <DoubtList doubts={doubts} onShow={show} /> : null}
        </div>
      </div>
    </div>
  )
}

type ChosenProps = {
  region: Wire.Region | undefined
  regions: readonly Wire.Region[]
  sheet: string
  active: Cell
  onChange: OnOperations | null
}

function Chosen({ region, regions, sheet, active, onChange }: ChosenProps) {
  const w = useWords(correctWords)
  const take = onChange ?? (() => undefined)
  return (
    <fieldset disabled={onChange === null}>
      <legend className="unseen">{w.region}</legend>
      {region ? (
        <RegionPanel region={region} regions={regions} active={active} onChange={take} />
      ) : (
        <>
          <p className="soft">{w.chooseRegion}</p>
          <NewRegion key={spellCell(active)} sheet={sheet} corner={active} onChange={take} />
        </>
      )}
    </fieldset>
  )
}

/** Tables of this sheet; notes are no single region's. */
function tablesOf({ preview = [], regions: all }: ReadSpec, regions: readonly Wire.Region[]) {
  const ids = new Set<string | null>(regions.map(({ region_id }) => region_id))
  const names = tableNames(all, regions)
  return preview.filter(({ region_id, name }) => names.has(name) || (region_id !== null && ids.has(region_id)))
}
