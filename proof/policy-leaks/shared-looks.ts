import type { Caller } from './recorder.ts'
import { EDITOR, type Stage } from './stage.ts'

const EXEMPT = 'exempt token workbook'
export const FIND = 'findInTable of a hidden text'
const SPOT = { x: 0, y: 0, width: 6, height: 4 }

/**
 * A view and a page of someone who sees everything, changed by someone who does not, and shown by links of the first: what
 * the second wrote shows no more than the second may see, to members and to readers without an account.
 */
export async function readSharedLooks(stage: Stage): Promise<void> {
  const made = async (by: string, operation: string, json: object) => {
    const { status, body } = await stage.ask(operation, { by, json })
    if (status >= 400) throw new Error(`${operation} by ${by} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const named = `shared ${Date.now()}`
  const view = await made(EXEMPT, 'createSavedView', { name: named, table: 'staff' })
  const question = await made(EDITOR, 'createQuestion', { name: named, sql: 'select * from staff' })
  const tiles = [
    { ...SPOT, tile_id: 'asked', kind: 'question', question_id: question.question_id },
    { ...SPOT, tile_id: 'seen', kind: 'view', view_id: view.view_id, x: 6 },
  ]
  const { dashboard_id } = await made(EXEMPT, 'createDashboard', { name: named, tiles: tiles.slice(1) })
  const state = { order_by: [{ column: 'name' }] }
  await mustChange(stage, 'changeSavedView', { view_id: view.view_id }, { state })
  await mustChange(stage, 'changeDashboard', { dashboard_id }, { tiles })
  const targets = [
    { kind: 'view', target: view.view_id },
    { kind: 'dashboard', target: dashboard_id },
  ]
  for (const json of targets) {
    const { url, link_id } = await made(EXEMPT, 'createLink', json)
    const credential = String(url).split('#')[1] ?? ''
    const by: Caller = { name: `link to a ${json.kind} that was changed`, credential, governs: false, isExempt: false }
    await stage.ask('readShared', { by })
    await stage.ask('readSharedRows', { by, query: 'limit=1000' })
    await stage.ask('readSharedRows', { by, query: 'tile_id=seen' })
    await stage.ask('readSharedAnswer', { by, names: { tile_id: 'asked' } })
    await stage.ask('revokeLink', { by: EXEMPT, names: { link_id } })
  }
  for (const { name } of stage.world.callers) {
    await stage.ask('readSavedView', { by: name, names: { view_id: view.view_id } })
    await stage.ask('runQuestion', { by: name, names: { question_id: question.question_id }, json: {} })
    await stage.ask('readDashboard', { by: name, names: { dashboard_id } })
  }
}

async function mustChange(stage: Stage, operation: string, names: Record<string, string>, json: object) {
  const { status, body } = await stage.ask(operation, { by: EDITOR, names, json })
  if (status >= 400) throw new Error(`${operation} by an editor answered ${status}: ${JSON.stringify(body)}`)
}

/** Of a text that is found the answer has numbers alone, in which no search for bytes sees it. One that is hidden stands nowhere. */
export async function findHiddenTexts(stage: Stage): Promise<void> {
  const { world, recorder } = stage
  const isFound = async (by: string | Caller, text: string | number) => {
    const { status, body } = await stage.ask('findInTable', { by, query: `text=${encodeURIComponent(text)}` })
    return status === 200 && body.count > 0
  }
  const there: (string | number)[] = []
  for (const { value } of world.planted.texts) if (await isFound(EXEMPT, value)) there.push(value)
  if (there.length === 0) throw new Error('those who see everything find nothing')
  for (const by of world.callers.filter(({ isExempt }) => !isExempt))
    for (const text of there.slice(0, 3))
      if (await isFound(by, text)) recorder.addLeaks(FIND, 1, `${by.name} finds ${text}`)
}
