import { useQuery } from '@tanstack/react-query'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useWords, words } from '../../words/words.ts'

const peopleWords = words({ you: 'you', member: 'a user' }, { you: '自分', member: '不明' })

type Actor = { name?: unknown; user_id?: unknown; credential?: unknown }

/** Names for those who did something in a workbook: the name they gave, else who they are. */
export function usePeople(workbookId: string): (actor: Actor | null) => string {
  const w = useWords(peopleWords)
  const { data: me } = useQuery({ queryKey: keys.me(), queryFn: () => client.me() })
  const { data: shared } = useQuery({
    queryKey: keys.of(workbookId, 'members'),
    queryFn: () => client.api.listWorkbookMembers({ workbook_id: workbookId }),
  })
  const names = new Map(shared?.members.map(({ user_id, name, email }) => [user_id, name || email]))
  return (actor) => {
    if (typeof actor?.name === 'string') return actor.name
    if (actor?.credential === 'system') return 'Bindery'
    if (typeof actor?.user_id !== 'string') return w.member
    return actor.user_id === me?.user_id ? w.you : (names.get(actor.user_id) ?? w.member)
  }
}
