import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { SelectField } from '../../../parts/controls/field.tsx'
import { useWords } from '../../../words/words.ts'
import { Invitations } from './invitations.tsx'
import { MemberTable } from './member-table.tsx'
import { membersWords } from './members-words.ts'
import { WorkspaceLinks } from './workspace-links.tsx'
import { workspacesQuery } from './workspaces.ts'

/** Who is in a workspace, and who was asked to come. */
export function Members() {
  const w = useWords(membersWords)
  const [chosen, choose] = useState<string | null>(null)
  return (
    <Asked query={useQuery(workspacesQuery)}>
      {(workspaces) => {
        const workspace = workspaces.find(({ workspace_id }) => workspace_id === chosen) ?? workspaces[0]
        const workspaceId = workspace?.workspace_id
        return (
          <section className="settings-part">
            <header>
              <p className="soft">{w.lead}</p>
              {workspaces.length > 1 ? (
                <SelectField
                  label={w.workspace}
                  value={workspaceId}
                  onChange={(event) => choose(event.target.value)}
                  options={workspaces.map(({ workspace_id, name }) => ({ value: workspace_id, name }))}
                />
              ) : null}
            </header>
            {workspace && workspaceId ? (
              <>
                <MemberTable workspaceId={workspaceId} />
                <Invitations key={workspaceId} workspaceId={workspaceId} />
                <WorkspaceLinks workspace={workspace} />
              </>
            ) : null}
          </section>
        )
      }}
    </Asked>
  )
}
