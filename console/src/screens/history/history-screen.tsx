import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { Page } from '../../parts/page.tsx'
import { useWords } from '../../words/words.ts'
import { type Compared, CompareStates } from './compare-states.tsx'
import { historyWords } from './history-words.ts'
import { NameState } from './name-state.tsx'
import { OpList } from './op-list.tsx'
import { StateList } from './state-list.tsx'
import './history.css'

type View = 'ops' | 'states' | 'compare'

export function HistoryScreen() {
  const w = useWords(historyWords)
  const workbookId = useWorkbookId()
  const [view, setView] = useState<View>('ops')
  const [compared, setCompared] = useState<Compared>({ from: null, to: null })
  const [isNaming, setNaming] = useState(false)
  const compare = (from: string) => {
    setCompared({ from, to: null })
    setView('compare')
  }
  const tabs = [
    { key: 'ops', name: w.tabs.ops },
    { key: 'states', name: w.tabs.states },
    { key: 'compare', name: w.tabs.compare },
  ] as const
  return (
    <Page title={w.title} about={w.lead}>
      <Tabs label={w.title} tabs={tabs} chosen={view} onChoose={setView} />
      {view === 'ops' ? <OpList workbookId={workbookId} /> : null}
      {view === 'states' ? (
        <StateList workbookId={workbookId} onCompare={compare} onName={() => setNaming(true)} />
      ) : null}
      {view === 'compare' ? <CompareStates {...{ workbookId, compared }} onChange={setCompared} /> : null}
      {isNaming ? <NameState workbookId={workbookId} onClose={() => setNaming(false)} /> : null}
    </Page>
  )
}
