import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { CopyText } from '../../../parts/controls/copy-text.tsx'
import { SelectField, TextField } from '../../../parts/controls/field.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { queries } from '../../../service/queries.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { membersWords } from './members-words.ts'

const ROLES = ['viewer', 'editor', 'admin'] as const

/** Invites a person, and lists open invitations. */
export function Invitations({ workspaceId }: { workspaceId: string }) {
  const w = useWords(membersWords)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<(typeof ROLES)[number]>('viewer')
  const queryKey = ['account', 'invitations', workspaceId]
  const invite = useMutation({
    mutationFn: () =>
      client.api.inviteToWorkspace({ workspace_id: workspaceId, body: { email: email.trim(), base_role: role } }),
    onSuccess: async (invitation) => {
      toast(w.invited(invitation.email))
      setEmail('')
      await queries.invalidateQueries({ queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate()
  }
  return (
    <>
      <h2>{w.invite}</h2>
      <form className="invite" onSubmit={submit}>
        <TextField
          label={w.email}
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField
          label={w.inviteAs}
          value={role}
          onChange={(event) => setRole(ROLES.find((each) => each === event.target.value) ?? 'viewer')}
          options={ROLES.map((value) => ({ value, name: w.base[value] }))}
        />
        <Button type="submit" isBusy={invite.isPending}>
          {w.send}
        </Button>
      </form>
      {invite.error ? <ProblemNote error={invite.error} /> : null}
      {invite.data?.url ? (
        <>
          <p>{w.linkText}</p>
          <CopyText label={w.link} text={invite.data.url} />
        </>
      ) : null}
      <Pending workspaceId={workspaceId} queryKey={queryKey} />
    </>
  )
}

function Pending({ workspaceId, queryKey }: { workspaceId: string; queryKey: readonly unknown[] }) {
  const w = useWords(membersWords)
  const { day } = useFormats()
  const pending = useQuery({
    queryKey,
    queryFn: async () => (await client.api.listInvitations({ workspace_id: workspaceId })).invitations,
  })
  const withdraw = useMutation({
    mutationFn: (invitation_id: string) => client.api.withdrawInvitation({ workspace_id: workspaceId, invitation_id }),
    onSuccess: async () => {
      toast(w.withdrawn)
      await queries.invalidateQueries({ queryKey })
    },
  })
  if (withdraw.error) return <ProblemNote error={withdraw.error} onRetry={withdraw.reset} />
  return (
    <Asked query={pending}>
      {(invitations) =>
        invitations.length === 0 ? null : (
          <DataTable
            caption={w.pending}
            rows={invitations}
            rowKey={({ invitation_id }) => invitation_id}
            columns={[
              { key: 'email', name: w.pending, cell: ({ email }) => email, isRowName: true },
              { key: 'role', name: w.base.label, cell: ({ base_role }) => w.base[base_role] },
              { key: 'expires', name: w.expires, cell: ({ expires_at }) => day(expires_at) },
              {
                key: 'actions',
                name: w.actions,
                cell: ({ invitation_id, email }) => (
                  <Button
                    look="quiet"
                    aria-label={w.withdrawLabel(email)}
                    onClick={() => withdraw.mutate(invitation_id)}
                  >
                    {w.withdraw}
                  </Button>
                ),
              },
            ]}
          />
        )
      }
    </Asked>
  )
}
