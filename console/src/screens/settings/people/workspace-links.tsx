import type { Wire } from '@bindery-data/sdk'
import { useMutation } from '@tanstack/react-query'
import { SelectField } from '../../../parts/controls/field.tsx'
import { toast, toastProblem } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { queries } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { PUBLIC_LINKS } from '../company/policy-draft.ts'
import { membersWords } from './members-words.ts'
import { workspacesQuery } from './workspaces.ts'

/** Whether links show what lies in a workspace, and to whom. */
export function WorkspaceLinks({ workspace }: { workspace: Wire.Workspace }) {
  const w = useWords(membersWords).links
  const { workspace_id, public_links } = workspace
  const saving = useMutation({
    mutationFn: (to: Wire.Workspace['public_links']) =>
      client.api.configureWorkspace({ workspace_id, body: { public_links: to } }),
    onSuccess: async () => {
      toast(w.saved)
      await queries.invalidateQueries({ queryKey: workspacesQuery.queryKey })
    },
    onError: toastProblem,
  })
  return (
    <div className="workspace-links">
      <h2>{w.title}</h2>
      <SelectField
        label={w.label}
        hint={w.hint}
        value={saving.isPending ? saving.variables : public_links}
        disabled={saving.isPending}
        onChange={({ target }) => saving.mutate(PUBLIC_LINKS.find((each) => each === target.value) ?? public_links)}
        options={PUBLIC_LINKS.map((value) => ({ value, name: w.to[value] }))}
      />
    </div>
  )
}
