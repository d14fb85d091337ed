import { fresh } from '../requests/good-request.ts'
import type { Stage } from '../stage.ts'

const COUNT = [{ function: 'count' }]

/** Saved views, summaries, questions and dashboards that are refused. */
export async function reachPresentationProblems(stage: Stage): Promise<void> {
  await refuseViews(stage)
  await refuseQuestions(stage)
  await refuseDashboards(stage)
  await refuseAlike(stage)
}

async function refuseViews(stage: Stage) {
  const { world } = stage
  const ask = (json: object) => stage.ask('createSavedView', { json: { name: fresh('view'), table: 'staff', ...json } })
  const view_id: string = (await stage.ask('createSavedView', { json: { name: fresh('view'), table: 'plain' } })).body
    .view_id
  const taken = fresh('taken')
  await stage.ask('createSavedView', { json: { name: taken, table: 'plain' } })
  await stage.ask('createSavedView', { json: { name: taken, table: 'plain' } })
  await stage.ask('changeSavedView', { names: { view_id }, json: { name: taken } })
  await stage.ask('changeSavedView', { names: { view_id }, json: { name: fresh('late'), expected_version: 1_000 } })
  await stage.ask('changeSavedView', {
    names: { view_id },
    json: { state: { filter: [{ column: 'nowhere', op: 'is_null' }] } },
  })
  await stage.ask('changeSavedView', { json: { state: { filter: [{ column: 'name', op: 'is_null' }] } } })
  const own: string = (await stage.ask('createSavedView', { json: { name: fresh('view'), table: 'staff' } })).body
    .view_id
  for (const column of [String(world.planted.columnName.value), 'pay', 'born']) {
    const filter = [{ column, op: '=', value: 'no such value' }]
    await ask({ filter })
    await stage.ask('changeSavedView', { names: { view_id: own }, json: { state: { filter } } })
    await stage.ask('summarizeTable', { json: { table: 'staff', filter, measures: COUNT } })
    const summary = { table: 'staff', filter, measures: COUNT }
    await stage.ask('createQuestion', { json: { name: fresh('question'), summary } })
    await stage.ask('summarizeTable', { json: { table: 'staff', group_by: [{ column }], measures: COUNT } })
  }
}

async function refuseQuestions(stage: Stage) {
  const made = async (json: object): Promise<string> =>
    (await stage.ask('createQuestion', { json: { name: fresh('question'), ...json } })).body.question_id
  const question_id = await made({ sql: 'SELECT 1' })
  const taken = fresh('taken')
  for (let n = 0; n < 2; n++) await stage.ask('createQuestion', { json: { name: taken, sql: 'SELECT 1' } })
  await stage.ask('changeQuestion', { names: { question_id }, json: { name: taken } })
  await stage.ask('changeQuestion', { names: { question_id }, json: { name: fresh('late'), expected_version: 1_000 } })
  for (const column of ['nowhere', 'pay', 'born']) {
    const summary = { table: 'staff', filter: [{ column, op: '=', value: 'no such value' }], measures: COUNT }
    await stage.ask('createQuestion', { json: { name: fresh('question'), summary } })
    await stage.ask('changeQuestion', {
      names: { question_id: await made({ summary: { ...summary, filter: [] } }) },
      json: { summary },
    })
  }
  // Made while nothing was hidden: it cannot be written over, nor asked, by callers who do not see all of it.
  await stage.ask('changeQuestion', { json: { sql: 'SELECT 1' } })
  await stage.ask('runQuestion')
  for (const sql of ['SELECT nowhere FROM staff', 'DELETE FROM staff']) {
    await stage.ask('runQuestion', { names: { question_id: await made({ sql }) } })
  }
}

/** SQL does not tell these two apart. */
async function refuseAlike(stage: Stage) {
  const name = fresh('Alike')
  const columns = [{ name: 'a' }]
  for (const each of [name, name.toLowerCase()])
    await stage.world.owner.call('POST', `${stage.world.at}/tables`, { name: each, columns })
  await stage.ask('summarizeTable', { json: { table: name, measures: COUNT } })
}

async function refuseDashboards(stage: Stage) {
  const { body } = await stage.ask('createDashboard', { json: { name: fresh('page') } })
  const { dashboard_id } = body
  const taken = fresh('taken')
  for (let n = 0; n < 2; n++) await stage.ask('createDashboard', { json: { name: taken } })
  await stage.ask('changeDashboard', { names: { dashboard_id }, json: { name: taken } })
  await stage.ask('changeDashboard', {
    names: { dashboard_id },
    json: { name: fresh('late'), expected_version: 1_000 },
  })
}
