import type { Wire } from '@bindery-data/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { ProblemNote } from '../../../parts/answers/problem-note.tsx'
import { Button } from '../../../parts/controls/button.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Confirm } from '../../../parts/overlays/confirm.tsx'
import { toast } from '../../../parts/overlays/toasts.tsx'
import { client } from '../../../service/client.ts'
import { queries } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { membersWords } from './members-words.ts'

type Listed = Wire.Operations['listWorkspaceUsers']['answer']
type Member = Listed['users'][number]
type Guest = Listed['guests'][number]

export function MemberTable({ workspaceId }: { workspaceId: string }) {
  const w = useWords(membersWords)
  const [asked, setAsked] = useState<Member | null>(null)
  const queryKey = ['account', 'members', workspaceId]
  const members = useQuery({
    queryKey,
    queryFn: () => client.api.listWorkspaceUsers({ workspace_id: workspaceId }),
  })
  return (
    <>
      <h2>{w.members}</h2>
      <Asked query={members}>
        {({ users, guests }) => (
          <>
            <DataTable
              caption={w.members}
              rows={users}
              rowKey={({ user_id }) => user_id}
              columns={[
                { key: 'name', name: w.name, cell: nameOf, isRowName: true },
                { key: 'email', name: w.email, cell: ({ email }) => email },
                { key: 'base', name: w.base.label, cell: ({ base_role }) => w.base[base_role] },
                {
                  key: 'custom',
                  name: w.custom,
                  cell: (member) => <CustomRoles {...{ workspaceId, member, queryKey }} name={nameOf(member)} />,
                },
                {
                  key: 'actions',
                  name: w.actions,
                  cell: (member) =>
                    users.length > 1 ? (
                      <Button look="quiet" aria-label={w.removeLabel(nameOf(member))} onClick={() => setAsked(member)}>
                        {w.remove}
                      </Button>
                    ) : null,
                },
              ]}
            />
            {guests.length > 0 ? <GuestTable {...{ workspaceId, guests, queryKey }} /> : null}
          </>
        )}
      </Asked>
      {asked ? (
        <Confirm
          title={w.removeTitle(nameOf(asked))}
          text={w.removeText}
          name={w.remove}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await client.api.removeWorkspaceUser({ workspace_id: workspaceId, user_id: asked.user_id })
            await queries.invalidateQueries({ queryKey })
            toast(w.removed)
          }}
        />
      ) : null}
    </>
  )
}

type GuestsProps = { workspaceId: string; guests: readonly Guest[]; queryKey: readonly unknown[] }

/** Roles in force for users who are no members: an admin must be able to see and clear them. */
function GuestTable({ workspaceId, guests, queryKey }: GuestsProps) {
  const w = useWords(membersWords)
  return (
    <>
      <h2>{w.guests}</h2>
      <p>{w.guestsHint}</p>
      <DataTable
        caption={w.guests}
        rows={guests}
        rowKey={({ user_id }) => user_id}
        columns={[
          { key: 'name', name: w.name, cell: nameOf, isRowName: true },
          { key: 'email', name: w.email, cell: ({ email }) => email },
          { key: 'shared', name: w.sharedWorkbooks, cell: ({ shared_workbooks }) => String(shared_workbooks) },
          {
            key: 'custom',
            name: w.custom,
            cell: (member) => <CustomRoles {...{ workspaceId, member, queryKey }} name={nameOf(member)} />,
          },
        ]}
      />
    </>
  )
}

const nameOf = ({ name, email }: Member | Guest) => name || email

type RolesProps = { workspaceId: string; member: Member | Guest; name: string; queryKey: readonly unknown[] }

function CustomRoles({ workspaceId, member, name, queryKey }: RolesProps) {
  const w = useWords(membersWords)
  const kept = member.custom_roles.join(' ')
  const [text, setText] = useState(kept)
  const save = useMutation({
    mutationFn: () => {
      const roles = text.split(/[\s,、]+/).filter(Boolean)
      return client.api.setWorkspaceUserRoles({ workspace_id: workspaceId, user_id: member.user_id, body: { roles } })
    },
    onSuccess: async () => {
      toast(w.saved)
      await queries.invalidateQueries({ queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className="custom-roles" onSubmit={submit}>
      <input
        className="input"
        aria-label={w.customOf(name)}
        title={w.customHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text.trim() === kept ? null : (
        <Button type="submit" isBusy={save.isPending}>
          {w.save}
        </Button>
      )}
      {save.error ? <ProblemNote error={save.error} /> : null}
    </form>
  )
}
