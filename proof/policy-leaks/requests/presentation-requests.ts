import type { Caller } from '../recorder.ts'
import { EDITOR, type Stage } from '../stage.ts'
import { fresh, type GoodRequest } from './good-request.ts'

const COUNTED = { table: 'plain', measures: [{ function: 'count' }] }

const made = async ({ world }: Stage, path: string, body: object) =>
  (await world.people.editor.call('POST', `${world.at}${path}`, { name: fresh('made'), ...body })).body

const newView = async (stage: Stage) => ({
  view_id: (await made(stage, '/saved-views', { table: 'plain' })).view_id,
})
const newQuestion = async (stage: Stage) => ({
  question_id: (await made(stage, '/questions', { summary: COUNTED })).question_id,
})
const newDashboard = async (stage: Stage) => ({
  dashboard_id: (await made(stage, '/dashboards', {})).dashboard_id,
})

const newLink = async (stage: Stage) => ({
  link_id: (await stage.ask('createLink', { json: { kind: 'table', target: 'plain' } })).body.link_id,
})

/** Of a link to a dashboard with a question, whose text its reader has. */
async function newReader(stage: Stage): Promise<Caller> {
  const { question_id } = await newQuestion(stage)
  const tiles = [{ tile_id: 'a', kind: 'question', question_id, x: 0, y: 0, width: 6, height: 4 }]
  const { view_id } = await newView(stage)
  const seen = { tile_id: 'b', kind: 'view', view_id, x: 6, y: 0, width: 6, height: 4 }
  const { dashboard_id } = await made(stage, '/dashboards', { tiles: [...tiles, seen] })
  const { body } = await stage.ask('createLink', { json: { kind: 'dashboard', target: dashboard_id } })
  return { name: 'a new link', credential: body.url.split('#')[1], governs: false, isExempt: false }
}

/** Saved views, summaries, questions, dashboards and links. */
export const PRESENTATION_REQUESTS: Record<string, GoodRequest> = {
  listSavedViews: () => ({}),
  readSavedView: () => ({}),
  createSavedView: () => ({ json: { name: fresh('view'), table: 'staff', columns: [{ column: 'name' }] } }),
  changeSavedView: async (stage) => ({ names: await newView(stage), json: { name: fresh('view') } }),
  deleteSavedView: async (stage) => ({ by: EDITOR, names: await newView(stage) }),
  summarizeTable: () => ({
    json: { table: 'staff', group_by: [{ column: 'city' }], measures: [{ function: 'count' }] },
  }),
  listQuestions: () => ({}),
  readQuestion: () => ({}),
  createQuestion: () => ({ json: { name: fresh('question'), summary: COUNTED } }),
  changeQuestion: async (stage) => ({ names: await newQuestion(stage), json: { name: fresh('question') } }),
  deleteQuestion: async (stage) => ({ names: await newQuestion(stage) }),
  runQuestion: async (stage) => ({ names: await newQuestion(stage) }),
  listDashboards: () => ({}),
  readDashboard: () => ({}),
  createDashboard: () => ({ json: { name: fresh('page') } }),
  changeDashboard: async (stage) => ({ names: await newDashboard(stage), json: { name: fresh('page') } }),
  deleteDashboard: async (stage) => ({ names: await newDashboard(stage) }),
  listLinks: () => ({}),
  createLink: () => ({ json: { kind: 'table', target: 'staff' } }),
  revokeLink: async (stage) => ({ names: await newLink(stage) }),
  readShared: async (stage) => ({ by: await newReader(stage) }),
  readSharedRows: async (stage) => ({ by: await newReader(stage), query: 'tile_id=b' }),
  readSharedAnswer: async (stage) => ({ by: await newReader(stage), names: { tile_id: 'a' } }),
}
