import { isProblem } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { SelectField } from '../../../parts/controls/field.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { queries } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { type CompanyAccount, companyKey, renewCompany } from './company-account.ts'
import { CompanySection } from './company-section.tsx'
import { DraftActions } from './draft-actions.tsx'
import { type GroupRole, type GroupRow, rolesOf, rowFaults, rowsOf } from './group-draft.ts'
import { GroupRows } from './group-rows.tsx'
import { groupsWords } from './groups-words.ts'

type Drafts = Readonly<Record<string, readonly GroupRow[] | undefined>>

/** Which groups of the provider are what, workspace by workspace. What is typed for one stays while another is looked at. */
export function GroupRoles({ account: { accountId, workspaces } }: { account: CompanyAccount }) {
  const w = useWords(groupsWords)
  const [chosen, choose] = useState<string | null>(null)
  const [drafts, setDrafts] = useState<Drafts>({})
  const workspace = workspaces.find(({ workspace_id }) => workspace_id === chosen) ?? workspaces[0]
  const workspaceId = workspace?.workspace_id ?? ''
  const queryKey = companyKey(accountId, 'groups', workspaceId)
  const roles = useQuery({
    queryKey,
    queryFn: async () => (await client.api.listGroupRoles({ workspace_id: workspaceId })).group_roles,
    enabled: workspace !== undefined,
  })
  if (!workspace) return null
  const isClosed = isProblem(roles.error) && roles.error.code === 'role_required'
  return (
    <CompanySection title={w.title} lead={w.lead}>
      {workspaces.length > 1 ? (
        <div className="company-workspace">
          <SelectField
            label={w.workspace}
            value={workspaceId}
            onChange={(event) => choose(event.target.value)}
            options={workspaces.map(({ workspace_id, name }) => ({ value: workspace_id, name }))}
          />
        </div>
      ) : null}
      {isClosed ? (
        <p className="soft company-text">{w.notAdmin}</p>
      ) : (
        <Asked query={roles}>
          {(kept) => (
            <GroupForm
              key={workspaceId}
              caption={w.caption(workspace.name)}
              kept={kept}
              draft={drafts[workspaceId]}
              onDraft={(rows) => setDrafts((all) => ({ ...all, [workspaceId]: rows }))}
              save={async (rows) => {
                const body = { group_roles: rolesOf(rows) }
                const { group_roles } = await client.api.setGroupRoles({ workspace_id: workspaceId, body })
                queries.setQueryData(queryKey, group_roles)
                // What was typed meanwhile stays.
                setDrafts((all) => (all[workspaceId] === rows ? { ...all, [workspaceId]: undefined } : all))
                await renewCompany(accountId)
              }}
            />
          )}
        </Asked>
      )}
    </CompanySection>
  )
}

type FormProps = {
  caption: string
  kept: readonly GroupRole[]
  /** What is typed and not saved. */
  draft: readonly GroupRow[] | undefined
  onDraft: (rows: readonly GroupRow[] | undefined) => void
  save: (rows: readonly GroupRow[]) => Promise<void>
}

function GroupForm({ caption, kept, draft, onDraft, save }: FormProps) {
  const w = useWords(groupsWords)
  // Rows keep their keys, and fields their focus, while nothing else is read.
  const keptRows = useMemo(() => rowsOf(kept), [kept])
  const rows = draft ?? keptRows
  const [isTried, setTried] = useState(false)
  const faults = rowFaults(rows)
  const saving = useMutation({
    mutationFn: () => save(rows),
    onSuccess: () => {
      setTried(false)
      toast(w.saved)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (faults.size === 0) saving.mutate()
  }
  const discard = () => {
    saving.reset()
    setTried(false)
    onDraft(undefined)
  }
  return (
    <form className="company-form" onSubmit={submit} aria-label={caption} noValidate>
      <GroupRows rows={rows} faults={faults} isTried={isTried} onChange={onDraft} />
      {saving.error ? <ProblemNote error={saving.error} /> : null}
      {draft ? <DraftActions words={w} isBusy={saving.isPending} onDiscard={discard} /> : null}
    </form>
  )
}
