import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { Page } from '../../parts/page.tsx'
import { useWords } from '../../words/words.ts'
import { AuditLog } from './audit-log.tsx'
import { ColumnMatrix } from './column-matrix.tsx'
import { type Governance, governanceQuery } from './governance.ts'
import { governanceWords } from './governance-words.ts'
import { RowPolicies } from './row-policies.tsx'
import { RuleGrid } from './rule-grid.tsx'
import { ViewAs } from './view-as.tsx'
import './governance.css'

type View = 'matrix' | 'rows' | 'viewAs' | 'audit'

export function GovernanceScreen() {
  const w = useWords(governanceWords)
  const workbookId = useWorkbookId()
  const [view, setView] = useState<View>('matrix')
  const governance = useQuery(governanceQuery(workbookId))
  const tabs = [
    { key: 'matrix', name: w.tabs.matrix },
    { key: 'rows', name: w.tabs.rows },
    { key: 'viewAs', name: w.tabs.viewAs },
    { key: 'audit', name: w.tabs.audit },
  ] as const
  return (
    <Page title={w.title} about={w.lead}>
      <Tabs label={w.title} tabs={tabs} chosen={view} onChoose={setView} />
      {view === 'matrix' ? (
        <Asked query={governance}>{(all) => <Matrix workbookId={workbookId} governance={all} />}</Asked>
      ) : null}
      {view === 'rows' ? (
        <Asked query={governance}>{(all) => <RowPolicies workbookId={workbookId} governance={all} />}</Asked>
      ) : null}
      {view === 'viewAs' ? (
        <Asked query={governance}>{(all) => <ViewAs workbookId={workbookId} governance={all} />}</Asked>
      ) : null}
      {view === 'audit' ? <AuditLog workbookId={workbookId} /> : null}
    </Page>
  )
}

/** A role that was named here has no rule yet: the service does not know it until it has one. */
function Matrix({ workbookId, governance }: { workbookId: string; governance: Governance }) {
  const w = useWords(governanceWords)
  const [added, setAdded] = useState<readonly string[]>([])
  const roles = [...new Set([...governance.roles, ...added])]
  return (
    <>
      <section className="governed">
        <h2>{w.rules}</h2>
        <p className="soft">{w.rulesLead}</p>
        <RuleGrid {...{ workbookId, governance, roles }} onAddRole={(role) => setAdded([...added, role])} />
      </section>
      <section className="governed">
        <h2>{w.matrix}</h2>
        <p className="soft">{w.matrixLead}</p>
        <ColumnMatrix {...{ workbookId, governance, roles }} />
      </section>
    </>
  )
}
