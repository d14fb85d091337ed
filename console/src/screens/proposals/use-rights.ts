import { useQuery } from '@tanstack/react-query'
import { client } from '../../service/client.ts'
import { type ProposalDetail, proposalSettingsQuery } from '../../service/proposals.ts'
import { keys } from '../../service/queries.ts'
import { workbookQuery } from '../../service/workbooks.ts'

/** What the user at the screen may do with a proposal. The service decides; this only offers what it would allow. */
export type Rights = { isAuthor: boolean; mayJudge: boolean; mayApply: boolean; mayWithdraw: boolean }

export function useRights(workbookId: string, { author, state, approved, tables }: ProposalDetail): Rights {
  const { data: me } = useQuery({ queryKey: keys.me(), queryFn: () => client.me() })
  const { data: settings } = useQuery(proposalSettingsQuery(workbookId))
  const { data: workbook } = useQuery(workbookQuery(workbookId))
  if (!me || !settings || state !== 'open')
    return { isAuthor: me?.user_id === author.user_id, mayJudge: false, mayApply: false, mayWithdraw: false }
  const isAuthor = me.user_id === author.user_id
  const isReviewer = settings.reviewers.length === 0 || settings.reviewers.includes(me.user_id)
  const isSeen = tables.every(({ partial }) => !partial)
  return {
    isAuthor,
    mayJudge: !isAuthor && isReviewer && isSeen,
    mayApply: approved && isSeen,
    mayWithdraw: isAuthor || workbook?.role === 'owner',
  }
}
