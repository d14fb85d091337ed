import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newStaff } from '../../../test/new-staff.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'

const service = startService()

const CSV = 'name,salary\nAiko,424242\n'
const SHA256 = createHash('sha256').update(CSV).digest('hex')

async function newClosedSource() {
  const made = await newStaff(service)
  const upload = (session: string) =>
    uploadTo(service.url(), session, `${made.at}/sources`, { bytes: CSV, filename: 'staff.csv' })
  const { body } = await upload(made.hr.session)
  const table = `${made.at}/tables/${encodeURIComponent(body.artifacts[0].name)}`
  await made.owner.call('POST', `${table}/columns/salary/tags`, { tag: 'pay' })
  return { ...made, upload, source: body.source }
}

test('hash, size and reading of a file that policies close to the caller are not shown to them', async () => {
  const { editor, hr, at, source } = await newClosedSource()

  const answers = [
    await editor.call('GET', `${at}/sources`),
    await editor.call('GET', `${at}/sources/${source.source_id}`),
    await editor.call('GET', `${at}/events`),
    await editor.call('GET', `${at}/ops`),
    await editor.call('GET', `${at}/lineage`),
    await editor.call('GET', `${at}/audit-log`),
    await editor.call('GET', `/api/v1/search?q=staff`),
  ]

  expect(answers[0]?.body.sources).toMatchObject([
    { name: 'staff.csv', size_bytes: null, sha256: null, parse_spec: null },
  ])
  expect(answers[1]?.body).toMatchObject({ size_bytes: null, sha256: null, parse_spec: null })
  expect(JSON.stringify(answers)).not.toContain(SHA256)
  expect((await hr.call('GET', `${at}/sources/${source.source_id}`)).body).toMatchObject({
    size_bytes: CSV.length,
    sha256: SHA256,
  })
})

test('the audit log, which admins read who are not exempt, holds neither hash nor size of a file', async () => {
  const { owner, at, source } = await newClosedSource()

  const { status, body } = await owner.call('GET', `${at}/audit-log`)

  const registered = body.entries.filter(({ action }: { action: string }) => action === 'source.register')
  expect(status).toBe(200)
  expect(registered).toMatchObject([{ target: { source: 'staff.csv' }, detail: { source_id: source.source_id } }])
  expect(JSON.stringify(body)).not.toMatch(/sha256|size_bytes/)
})

test('the same bytes again are a new source for a caller to whom the first one is closed: a guess is not confirmed', async () => {
  const { editor, hr, upload, source } = await newClosedSource()

  const [guessed, known] = [await upload(editor.session), await upload(hr.session)]

  expect(guessed).toMatchObject({ status: 201, body: { existing: false } })
  expect(guessed.body.source.source_id).not.toBe(source.source_id)
  expect(known.body.existing).toBe(true)
})
