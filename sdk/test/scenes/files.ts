import { expect } from 'vitest'
import type { Api } from '../../src/api.ts'
import { waitForJob } from '../../src/wait-for-job.ts'
import { csv, type Scene } from '../scene.ts'

/** Files in, corrected, out, edited elsewhere and back in. */
export async function playFiles({ api, workbook_id }: Scene) {
  const uploaded = await api.uploadSource({ workbook_id, body: { file: csv('orders.csv'), mode: 'staged' } })
  const source = { workbook_id, source_name: uploaded.source?.name ?? '' }
  await api.analyzeSource(source)
  const { preview, ...spec } = await api.readParseSpec({ ...source, preview: true })
  expect(preview?.map(({ row_count }) => row_count)).toEqual([2])
  await api.correctParseSpec({ ...source, body: spec })
  const { regions } = await api.patchParseSpec({
    ...source,
    body: { spec_version: 1, operations: [{ op: 'rename', region: 'r1', column: 'B', name: 'amount' }] },
  })
  expect(regions[0]?.columns.map(({ name }) => name)).toEqual(['code', 'amount'])
  const { artifacts } = await api.materializeSource(source)
  const name = artifacts?.[0]?.name ?? ''
  expect((await api.listSources({ workbook_id })).sources.length).toBe(1)
  await api.readSource(source)
  await api.previewSource(source)
  await api.mapSource(source)
  await api.findSourceCells({ ...source, find: 'a' })
  expect(await (await api.downloadSource(source)).text()).toContain('0600000')
  await api.readTableRowOrigin({ workbook_id, name, row_id: '1' })
  const cited = await api.citeTable({ workbook_id, name, body: { row_ids: [1] } })
  expect(cited.rows[0]?.values[0]?.cell?.cell).toBe('A2')
  const sql = `SELECT sum(amount) AS total FROM "${name}"`
  expect((await api.citeQuery({ workbook_id, body: { sql } })).rows[0]?.cited_rows).toBe(2)
  await playQuarantine(api, source, name)

  const sent = await api.exportTables({ workbook_id, body: { tables: [name], format: 'xlsx' } })
  const file = new File([await sent.blob()], 'book.xlsx')
  const book = await api.uploadSource({ workbook_id, body: { file, structuring: 'skip' } })
  const edited = { workbook_id, source_name: book.source?.name ?? '' }
  const asked = await api.whatIf({ ...edited, body: { set: [{ range: 'H9', value: 3 }] } })
  expect(asked.changes.map(({ cell, after }) => [cell, after.value])).toEqual([['H9', 3]])
  const written = await api.editSource({ ...edited, body: { edits: [{ range: 'H9', value: 3 }] } })
  expect([written.revision, written.change_count]).toEqual([2, 1])

  const { workspace_id } = await api.readWorkbook({ workbook_id })
  const saved = await api.createTemplate({ workspace_id, body: { name: 'orders', ...source } })
  const template = { workspace_id, template_id: saved.template_id }
  expect((await api.listTemplates({ workspace_id })).templates).toEqual([saved])
  expect(await api.readTemplate(template)).toEqual(saved)
  expect((await api.changeTemplate({ ...template, body: { active: false } })).active).toBe(false)
  await api.deleteTemplate(template)

  const slot = await api.createUpload({ workbook_id, body: { filename: 'large.csv', structuring: 'skip' } })
  const address = new URL(slot.upload_url ?? '').searchParams
  const signed = { expires: Number(address.get('expires')), sig: address.get('sig') ?? '' }
  await api.putUpload({ upload_id: slot.upload_id, ...signed, body: csv('large.csv') })
  expect((await api.readUpload({ upload_id: slot.upload_id })).status).toBe('uploaded')
  await api.ingestUpload({ upload_id: slot.upload_id })
}

/** The next edition has a row that breaks a rule: it is set aside, and stays there until it is right. */
async function playQuarantine(api: Api, source: { workbook_id: string; source_name: string }, name: string) {
  const at = { workbook_id: source.workbook_id, name }
  const rules = [{ kind: 'range' as const, column: 'amount', max: 100 }]
  await api.setTableRules({ ...at, body: { expected_version: 0, rules, enforce: 'new' } })
  const next = csv('orders.csv', 'code,amount\n0600000,7\n0600001,900\n')
  const revised = await api.reviseSource({ ...source, body: { file: next, on_violation: 'quarantine' } })
  expect(revised.quarantined).toMatchObject([{ table: name, rows: 1 }])
  expect(await api.sendQuarantinedRows({ ...at, body: {} })).toMatchObject({ sent: 0, kept_count: 1 })
  await api.setTableRules({ ...at, body: { expected_version: 1, rules: [] } })
}

export async function playReturns({ api, workbook_id }: Scene) {
  const at = { workbook_id, name: 'sent' }
  await api.createTable({ workbook_id, body: { name: at.name, columns: [{ name: 'region' }] } })
  await api.writeTableRows({ ...at, body: { rows: [{ region: 'east' }], expected_version: 1 } })
  const send = async () => {
    const body = { tables: ['sent'], format: 'csv' as const, record_branch: true }
    const file = await api.exportTables({ workbook_id, body })
    return { text: await file.text(), branch_id: file.headers.get('x-svc-branch-id') ?? '' }
  }

  const first = await send()
  expect((await api.listBranches({ workbook_id })).branches.length).toBe(1)
  await api.writeTableRows({ ...at, body: { rows: [{ __svc_row_id: 1, region: 'west' }], expected_version: null } })
  const edited = csv('sent.csv', first.text.replace('east', 'north'))
  const merged = await api.mergeTable({ ...at, body: { file: edited, branch_id: first.branch_id } })
  expect(merged.conflict_count).toBe(1)
  const [conflict] = (await api.listConflicts({ workbook_id })).conflicts
  const conflict_id = conflict?.conflict_id ?? ''
  await api.resolveConflict({ workbook_id, conflict_id, body: { action: 'acknowledge' } })
  const second = await send()
  await api.syncFile({ workbook_id, body: { file: csv('sent.csv', second.text), branch_id: second.branch_id } })
}

/** A workbook leaves and comes back, and has a webhook and is shared meanwhile. */
export async function playWorkbook({ api, apiFor, workbook_id }: Scene) {
  const email = `${crypto.randomUUID()}@example.org`
  const { user } = await apiFor(null).register({ body: { email, password: 'correct horse battery', name: 'Mika' } })
  await api.shareWorkbook({ workbook_id, user_id: user.user_id, body: { role: 'viewer' } })
  expect((await api.listWorkbookMembers({ workbook_id })).members.length).toBeGreaterThan(0)
  await api.unshareWorkbook({ workbook_id, user_id: user.user_id })

  const { webhook_id } = await api.createWebhook({ body: { url: 'http://127.0.0.1:9/none' } })
  await api.testWebhook({ webhook_id })
  await api.rotateWebhookSecret({ webhook_id })
  await api.changeWebhook({ webhook_id, body: { status: 'paused' } })
  expect((await api.listWebhooks()).webhooks.length).toBe(1)
  const [delivery] = (await api.listWebhookDeliveries({ webhook_id })).deliveries
  await api.redeliverWebhook({ webhook_id, delivery_id: delivery?.delivery_id ?? '' })
  await api.deleteWebhook({ webhook_id })
  await api.listMyEvents()
  const stream = await api.streamWorkbookEvents({ workbook_id })
  await stream.body?.cancel()

  const bundle = await api.makeBundle({ workbook_id })
  const file = { content: await bundle.blob(), filename: 'ledger.zip' }
  const { job_id } = await api.bringBundle({ body: { file, title: 'Again' } })
  await waitForJob(api, job_id)
  expect((await api.listJobs()).jobs.length).toBeGreaterThan(0)
  expect((await api.cancelJob({ job_id })).job_id).toBe(job_id)
  expect((await api.listMyWorkbooks()).workbooks.length).toBe(2)
  await api.changeWorkbook({ workbook_id, body: { title: 'Old' } })
  expect((await api.readWorkbook({ workbook_id })).title).toBe('Old')
  await api.deleteWorkbook({ workbook_id })
  await api.health()
  await api.readiness()
}
