import { expect } from 'vitest'
import { csv, type Scene } from '../scene.ts'

/** Tables are found, looked over, and kept in step with files that live elsewhere. */
export async function playFinding({ api, workbook_id }: Scene) {
  await api.createTable({ workbook_id, body: { name: 'findable', columns: [{ name: 'region' }] } })
  await api.searchData({ q: 'findable' })
  expect((await api.listMyData()).artifacts.length).toBeGreaterThan(0)
  await api.reviewWorkbook({ workbook_id })

  const { link_id } = await api.trackLocalFile({ workbook_id, body: { file: csv('prices.csv') } })
  const changed = csv('prices.csv', 'code,amount\n0600000,1300\n')
  expect((await api.pushFileVersion({ workbook_id, link_id, body: { file: changed } })).changed).toBe(true)
  const [link] = (await api.listFileLinks({ workbook_id })).file_links
  expect(link?.current_version).toBe(2)
  expect(await (await api.downloadFileVersion({ workbook_id, link_id, n: '1' })).text()).toContain('1200')
  const { cells } = await api.readFileVersionCells({ workbook_id, link_id, n: '1' })
  expect(cells).toContainEqual({ cell: 'B2', value: '1200' })
  const { against, sheets } = await api.diffFileVersions({ workbook_id, link_id, n: '2' })
  expect([against, sheets[0]?.status]).toEqual([1, 'changed'])
  await api.revertFileVersion({ workbook_id, link_id, n: '1' })
}
