import { createHash } from 'node:crypto'
import { OWNER, type Stage } from '../stage.ts'
import { fileForm, fresh, type GoodRequest } from './good-request.ts'

/** Files of callers who see everything: a source is closed to a caller from whom something in the workbook is hidden. */
export const FULL = 'exempt token workbook'

export const CSV = 'word,amount\nw1,1\nw2,2\n'
const csv = () => fileForm(`${fresh('file')}.csv`, `${CSV}${fresh('w')},3\n`)

async function openSlot({ world }: Stage, by: 'editor' | 'exempt', bytes: string) {
  const { body } = await world.people[by].call('POST', `${world.at}/uploads`, {
    filename: `${fresh('slot')}.csv`,
    size_bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  return body
}

export const slotQuery = (url: string) => new URL(url, 'http://bindery.test').searchParams.toString()

export const FILE_REQUESTS: Record<string, GoodRequest> = {
  listSources: () => ({}),
  readSource: () => ({}),
  uploadSource: () => ({ form: csv() }),
  downloadSource: () => ({ by: FULL }),
  previewSource: () => ({ by: FULL }),
  reviseSource: async (stage) => ({ by: FULL, names: { source_name: await ownSource(stage) }, form: csv() }),
  analyzeSource: () => ({ by: FULL }),
  readParseSpec: () => ({ by: FULL }),
  correctParseSpec: async ({ world }) => {
    const { body } = await world.people.exempt.call('GET', `${world.at}/sources/${world.names.source_name}/parse-spec`)
    return { by: FULL, json: body.parse_spec ?? body }
  },
  patchParseSpec: async ({ world }) => {
    const { body } = await world.people.exempt.call('GET', `${world.at}/sources/${world.names.source_name}/parse-spec`)
    const operations = [{ op: 'keep_totals', region: body.regions?.[0]?.region_id ?? 'r1' }]
    return { by: FULL, query: 'dry_run=true', json: { spec_version: body.spec_version ?? 1, operations } }
  },
  materializeSource: () => ({ by: FULL, json: { dry_run: true } }),
  listTemplates: ({ caller }) => ({ by: caller('editor session') }),
  createTemplate: async (stage) => ({
    by: stage.caller('exempt session'),
    json: { name: fresh('template'), workbook_id: stage.world.names.workbook_id, source_name: await sample(stage) },
  }),
  readTemplate: async (stage) => ({ by: OWNER, names: { template_id: await ownTemplate(stage) } }),
  changeTemplate: async (stage) => ({
    by: OWNER,
    names: { template_id: await ownTemplate(stage) },
    json: { name: fresh('template') },
  }),
  deleteTemplate: async (stage) => ({ by: OWNER, names: { template_id: await ownTemplate(stage) } }),
  createUpload: () => ({ json: { filename: 'slot.csv', size_bytes: 20 } }),
  readUpload: async (stage) => ({ names: { upload_id: (await openSlot(stage, 'editor', CSV)).upload_id } }),
  putUpload: async (stage) => {
    const { upload_id, upload_url } = await openSlot(stage, 'editor', CSV)
    return { names: { upload_id }, query: slotQuery(upload_url), bytes: new Uint8Array(Buffer.from(CSV)) }
  },
  ingestUpload: async (stage) => {
    const bytes = `${CSV}${fresh('w')},9\n`
    const { upload_id, upload_url } = await openSlot(stage, 'editor', bytes)
    const address = new URL(upload_url)
    await fetch(`${stage.world.url}${address.pathname}${address.search}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    })
    return { names: { upload_id } }
  },
  listFileLinks: () => ({}),
  trackLocalFile: () => ({ by: FULL, form: csv() }),
  pushFileVersion: async (stage) => ({ by: FULL, names: { link_id: await ownLink(stage) }, form: csv() }),
  revertFileVersion: async (stage) => ({ by: FULL, names: { link_id: await ownLink(stage), n: '1' } }),
  downloadFileVersion: () => ({ by: FULL }),
  readFileVersionCells: () => ({ by: FULL }),
  diffFileVersions: async (stage) => ({
    by: FULL,
    names: { link_id: await ownLink(stage), n: '1' },
    query: 'against=1',
  }),
  makeBundle: ({ world, caller }) => ({ by: caller(OWNER), query: `tables=${world.names.name}` }),
  bringBundle: () => ({}),
}

/** A source with labels that no other file of the world has: its template reads none of them. */
async function sample({ world }: Stage): Promise<string> {
  const form = fileForm(`${fresh('form')}.csv`, `${fresh('label')},${fresh('other')}\nw1,1\nw2,2\nw3,3\n`)
  const response = await fetch(`${world.url}${world.at}/sources`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.people.exempt.session}` },
    body: form,
  })
  // Safe: the answer to an upload.
  const { source } = (await response.json()) as { source: { name: string } }
  await world.people.exempt.call('POST', `${world.at}/sources/${encodeURIComponent(source.name)}/analyze`)
  return source.name
}

async function ownTemplate(stage: Stage): Promise<string> {
  const { world } = stage
  const asked = { name: fresh('template'), workbook_id: world.names.workbook_id, source_name: await sample(stage) }
  const { body } = await world.people.exempt.call('POST', `/api/v1/workspaces/${world.workspace}/templates`, asked)
  return body.template_id
}

/** A source whose file holds nothing that is hidden. */
export async function ownSource({ world }: Stage): Promise<string> {
  const form = fileForm(`${fresh('own')}.csv`, `${CSV}${fresh('w')},4\n`, { structuring: 'skip' })
  const response = await fetch(`${world.url}${world.at}/sources`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.people.exempt.session}` },
    body: form,
  })
  // Safe: the answer to an upload.
  return ((await response.json()) as { source: { name: string } }).source.name
}

export async function ownLink({ world }: Stage): Promise<string> {
  const response = await fetch(`${world.url}${world.at}/file-links/local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.people.exempt.session}` },
    body: fileForm(`${fresh('linked')}.csv`, `${CSV}${fresh('w')},5\n`),
  })
  // Safe: the answer to tracking a file.
  return ((await response.json()) as { link_id: string }).link_id
}
