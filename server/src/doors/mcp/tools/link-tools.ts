import { Type } from 'typebox'
import { READS, tool } from '../tool.ts'
import { WorkbookId } from './fields.ts'

/** No tool makes a link: a text that an agent reads could ask it to show data to the world. A user makes them. */
export const listLinks = tool({
  name: 'list_links',
  title: 'List links',
  description:
    'Links that show a table, a saved view or a dashboard of a workbook to people without an account: what each shows, until when, and whether it was used. `public_links` says whether links show anything here: `allowed`, `members` (to members who are logged in), or `off` (live ones show nothing either, until an administrator allows links again). Links are made and revoked by users.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({ workbook_id: WorkbookId }),
  output: Type.Object({
    links: Type.Array(
      Type.Object({
        link_id: Type.String(),
        kind: Type.String({ description: 'table, view or dashboard' }),
        target: Type.Union([Type.String(), Type.Null()]),
        name: Type.Union([Type.String(), Type.Null()]),
        status: Type.String({ description: 'live, expired or revoked' }),
        expires_at: Type.String(),
        last_used_at: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    public_links: Type.String({ description: 'allowed, members or off; of workspace and account the stricter counts' }),
  }),
  run: async (agent, { workbook_id }) => {
    const { links, public_links } = await agent.api.listLinks({ workbook_id })
    return {
      links: links.map(({ link_id, kind, target, name, status, expires_at, last_used_at }) => ({
        link_id,
        kind,
        target,
        name,
        status,
        expires_at,
        last_used_at,
      })),
      public_links,
    }
  },
})
