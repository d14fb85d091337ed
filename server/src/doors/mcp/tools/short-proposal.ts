import { Type } from 'typebox'

/** A proposal as an agent reads it. */
export const ShortProposal = Type.Object({
  proposal_id: Type.String(),
  title: Type.String(),
  state: Type.String({ description: 'open, applied, rejected, withdrawn or expired' }),
  approved: Type.Boolean(),
  row_count: Type.Integer(),
  expires_at: Type.String(),
})

type Shown = {
  proposal_id: string
  title: string
  state: string
  approved: boolean
  row_count: number
  expires_at: string
}

export const shortProposal = ({ proposal_id, title, state, approved, row_count, expires_at }: Shown) => ({
  proposal_id,
  title,
  state,
  approved,
  row_count,
  expires_at,
})
