import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { toast } from '../../parts/overlays/toasts.tsx'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import type { Governance, RowPolicy } from './governance.ts'
import { RowPolicyForm } from './row-policy-form.tsx'
import { rowPolicyWords } from './row-policy-words.ts'
import { RowsSeen } from './rows-seen.tsx'

/** Which rows of which tables readers see, and by what. */
export function RowPolicies({ workbookId, governance }: { workbookId: string; governance: Governance }) {
  const w = useWords(rowPolicyWords)
  const policies = governance.row_policies
  /** The policy that is changed; null: a new one. */
  const [edited, setEdited] = useState<RowPolicy | null | undefined>(undefined)
  const [removed, setRemoved] = useState<RowPolicy | null>(null)
  const limited = new Set(policies.map(({ table }) => table))
  const isAnyLeft = governance.tables.some(({ table, state }) => state === 'active' && !limited.has(table))
  const remove = async ({ table }: RowPolicy) => {
    await client.workbook(workbookId).removeRowPolicy(table)
    await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
    toast(w.removeDone(table))
  }
  return (
    <section className="governed" aria-label={w.list}>
      <p className="soft">{w.lead}</p>
      {policies.length === 0 ? (
        <p>{w.none}</p>
      ) : (
        <Listed policies={policies} onEdit={setEdited} onRemove={setRemoved} />
      )}
      {edited === undefined ? (
        <div>
          {isAnyLeft ? (
            <Button look="main" icon="plus" onClick={() => setEdited(null)}>
              {w.add}
            </Button>
          ) : (
            <p className="soft">{w.noneLeft}</p>
          )}
        </div>
      ) : (
        <RowPolicyForm
          key={edited?.table_id}
          {...{ workbookId, governance, policy: edited }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {policies.length === 0 ? null : <RowsSeen workbookId={workbookId} governance={governance} />}
      {removed ? (
        <Confirm
          title={w.removeTitle(removed.table)}
          text={w.removeText}
          name={w.removeShort}
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(null)}
        />
      ) : null}
    </section>
  )
}

type ListedProps = {
  policies: readonly RowPolicy[]
  onEdit: (policy: RowPolicy) => void
  onRemove: (policy: RowPolicy) => void
}

function Listed({ policies, onEdit, onRemove }: ListedProps) {
  const w = useWords(rowPolicyWords)
  const columns = [
    { key: 'table', name: w.table, isRowName: true, cell: ({ table }: RowPolicy) => table },
    {
      key: 'rows',
      name: w.rows,
      cell: ({ predicate, fits, mapping, may_write_unseen }: RowPolicy) => (
        <div className="row-predicate">
          <code>{predicate}</code>
          {fits ? null : <Badge tone="bad">{w.unfit}</Badge>}
          {mapping ? <Badge tone="plain">{w.mapped(mapping.table)}</Badge> : null}
          {may_write_unseen ? <Badge tone="plain">{w.writesUnseen}</Badge> : null}
        </div>
      ),
    },
    {
      key: 'actions',
      name: '',
      cell: (policy: RowPolicy) => (
        <div className="row-actions">
          <Button look="quiet" aria-label={w.change(policy.table)} onClick={() => onEdit(policy)}>
            {w.changeShort}
          </Button>
          <Button look="quiet" aria-label={w.remove(policy.table)} onClick={() => onRemove(policy)}>
            {w.removeShort}
          </Button>
        </div>
      ),
    },
  ]
  return <DataTable caption={w.list} columns={columns} rows={policies} rowKey={({ table_id }) => table_id} />
}
