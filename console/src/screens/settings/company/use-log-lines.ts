import { useQueries, useQuery } from '@tanstack/react-query'
import { helpfulList } from '../../../parts/answers/load.ts'
import { useRoleName } from '../../../parts/values/role-words.ts'
import { client } from '../../../service/client.ts'
import { keys } from '../../../service/queries.ts'
import { useWords } from '../../../words/words.ts'
import { type CompanyAccount, keysQuery } from './company-account.ts'
import { changedRole, type LogEntry, mappedGroups, numberIn, textIn, workspacesNamed } from './log-entry.ts'
import { logWords } from './log-words.ts'
import { lengthOf } from './policy-draft.ts'
import { policyWords } from './policy-words.ts'

/** What the columns of the log say, with names for ids as far as they are known. */
export function useLogLines({ accountId, workspaces }: CompanyAccount, entries: readonly LogEntry[]) {
  const w = useWords(logWords)
  const roleName = useRoleName()
  const policyLine = usePolicyLine()
  const personName = usePersonName(entries)
  const known = helpfulList(useQuery(keysQuery(accountId)))
  const keyName = (id: string | null) => known.find(({ key_id }) => key_id === id)?.name ?? id ?? ''
  const workspaceName = (id: string) => workspaces.find(({ workspace_id }) => workspace_id === id)?.name ?? id

  const who = ({ actor: { user_id, credential, credential_id } }: LogEntry) => {
    const name = user_id ? personName(user_id) : ''
    switch (credential) {
      case 'system':
        return w.system
      case 'key':
        return w.byKey(keyName(credential_id))
      case 'pat':
        return w.byToken(name)
      case 'session':
      case 'link':
        return name
    }
  }
  const target = ({ target, detail }: LogEntry) => {
    const workspaceId = textIn(target, 'workspace_id')
    const userId = textIn(target, 'user_id')
    const workspace = workspaceId && workspaceName(workspaceId)
    const person = userId && personName(userId)
    if (workspace && person) return w.inWorkspace(person, workspace)
    return (
      workspace ||
      person ||
      textIn(target, 'domain') ||
      textIn(detail, 'user_name') ||
      textIn(detail, 'display_name') ||
      ''
    )
  }
  const detail = (entry: LogEntry) => {
    switch (entry.action) {
      case 'account.groups.map':
        return (
          mappedGroups(entry)
            .map(({ group, role }) => `${group} → ${roleName(role)}`)
            .join(' · ') || w.noGroups
        )
      case 'account.groups.apply': {
        const { before, after, groups } = changedRole(entry)
        const [was, is] = [before, after].map((role) => (role ? roleName(role) : w.noRole))
        return [`${was} → ${is}`, ...groups].join(' · ')
      }
      case 'account.policy.set':
        return policyLine(entry)
      case 'scim.user.create':
      case 'scim.user.change':
        return entry.detail.active === false ? w.inactive : ''
      case 'scim.group.create':
      case 'scim.group.change':
        return w.members(numberIn(entry.detail, 'members') ?? 0)
      default:
        return ''
    }
  }
  return { who, target, detail }
}

function usePolicyLine() {
  const { inWords, length } = useWords(policyWords)
  return ({ detail }: LogEntry) => {
    const minutes = numberIn(detail, 'max_session_minutes')
    const days = numberIn(detail, 'max_token_days')
    const { amount, unit } = lengthOf(minutes ?? 0)
    const parts = [
      minutes === null ? null : inWords.sessions(length[unit](amount)),
      detail.tokens_allowed === false ? inWords.noTokens : days === null ? null : inWords.tokens(days),
    ]
    return parts.filter(Boolean).join(' · ') || inWords.open
  }
}

/** Names of the user, and of members of the workspaces that are shown. Of others the id is all there is. */
function usePersonName(entries: readonly LogEntry[]) {
  const me = useQuery({ queryKey: keys.me(), queryFn: () => client.me(), staleTime: Number.POSITIVE_INFINITY })
  const members = useQueries({
    queries: workspacesNamed(entries).map((workspaceId) => ({
      queryKey: ['account', 'members', workspaceId],
      queryFn: () => client.api.listWorkspaceUsers({ workspace_id: workspaceId }),
    })),
  })
  const people = members.flatMap(({ data }) => (data ? [...data.users, ...data.guests] : []))
  return (id: string) => {
    const person = me.data?.user_id === id ? me.data : people.find(({ user_id }) => user_id === id)
    return person ? person.name || person.email : id
  }
}
