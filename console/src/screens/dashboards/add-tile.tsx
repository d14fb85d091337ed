import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { helpfulList } from '../../parts/answers/load.ts'
import { Button } from '../../parts/controls/button.tsx'
import { SelectField } from '../../parts/controls/field.tsx'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { Menu, MenuItem, type Spot, spotOf } from '../../parts/overlays/menu.tsx'
import { useWords } from '../../words/words.ts'
import { questionsQuery } from '../questions/questions.ts'
import { allViewsQuery, newTile, type Tile } from './dashboards.ts'
import { dashboardsWords } from './dashboards-words.ts'
import { freeSpot } from './place-tiles.ts'

type Props = { tiles: readonly Tile[]; onAdd: (tile: Tile) => void }

const SIZES = {
  chart: { width: 6, height: 5 },
  number: { width: 3, height: 2 },
  text: { width: 12, height: 1 },
} as const

/** Puts a question, a saved view or a text on the page. */
export function AddTile({ tiles, onAdd }: Props) {
  const w = useWords(dashboardsWords)
  const [spot, setSpot] = useState<Spot | null>(null)
  const [asked, setAsked] = useState<'question' | 'view' | null>(null)
  const workbookId = useWorkbookId()
  const questions = useQuery(questionsQuery(workbookId))
  const views = useQuery(allViewsQuery(workbookId))
  const add = (tile: Parameters<typeof newTile>[0]) => {
    setAsked(null)
    onAdd(newTile(tile))
  }
  const addQuestion = (question_id: string) => {
    const kind = questions.data?.find((each) => each.question_id === question_id)?.chart?.kind
    const size = kind === 'number' ? SIZES.number : SIZES.chart
    add({ kind: 'question', question_id, ...size, ...freeSpot(tiles, size) })
  }
  return (
    <>
      <Button icon="plus" aria-haspopup="menu" onClick={({ currentTarget }) => setSpot(spotOf(currentTarget))}>
        {w.add}
      </Button>
      {spot ? (
        <Menu label={w.add} at={spot} onClose={() => setSpot(null)}>
          <MenuItem icon="chart" onSelect={() => setAsked('question')}>
            {w.addQuestion}
          </MenuItem>
          <MenuItem icon="table" onSelect={() => setAsked('view')}>
            {w.addView}
          </MenuItem>
          <MenuItem
            icon="file"
            onSelect={() => add({ kind: 'text', text: '', ...SIZES.text, ...freeSpot(tiles, SIZES.text) })}
          >
            {w.addText}
          </MenuItem>
        </Menu>
      ) : null}
      {asked === 'question' ? (
        <Choose
          title={w.chooseQuestion}
          nothing={w.noQuestions}
          label={w.addQuestion}
          query={questions}
          optionOf={({ question_id, name }) => ({ value: question_id, name })}
          onChoose={addQuestion}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'view' ? (
        <Choose
          title={w.chooseView}
          nothing={w.noViews}
          label={w.addView}
          query={views}
          optionOf={({ view_id, name, table }) => ({ value: view_id, name: `${table}: ${name}` })}
          onChoose={(view_id) => add({ kind: 'view', view_id, ...SIZES.chart, ...freeSpot(tiles, SIZES.chart) })}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}

type ChooseProps<T> = {
  title: string
  label: string
  nothing: string
  query: UseQueryResult<T[]>
  optionOf: (each: T) => { value: string; name: string }
  onChoose: (value: string) => void
  onClose: () => void
}

function Choose<T>({ title, label, nothing, query, optionOf, onChoose, onClose }: ChooseProps<T>) {
  const w = useWords(dashboardsWords)
  const [picked, setPicked] = useState<string | null>(null)
  const [first] = helpfulList(query).map(optionOf)
  const chosen = picked ?? first?.value ?? ''
  return (
    <FormDialog
      title={title}
      action={w.addDo}
      sending={{ mutate: () => onChoose(chosen), isPending: false, error: null }}
      isReady={chosen !== ''}
      onClose={onClose}
    >
      <Asked query={query}>
        {(all) =>
          all.length === 0 ? (
            <p>{nothing}</p>
          ) : (
            <SelectField
              label={label}
              value={chosen}
              options={all.map(optionOf)}
              onChange={({ target }) => setPicked(target.value)}
            />
          )
        }
      </Asked>
    </FormDialog>
  )
}
