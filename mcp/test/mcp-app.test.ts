import type { Browser, Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '../../console/test/stage.ts'
import { newStaff } from '../../server/test/new-staff.ts'
import { startWithJobs } from '../../server/test/source-place.ts'
import { workbookFile } from '../../server/test/workbook-file.ts'
import { type AppHost, type Look, launchChromium, openHost } from './open-host.ts'

const service = startWithJobs()
const EN: Look = { locale: 'en-GB', theme: 'light' }
const JA: Look = { locale: 'ja-JP', theme: 'dark', width: 360 }
const LOOKS = [EN, JA]

let browser: Browser
let host: AppHost
beforeAll(async () => {
  browser = await launchChromium()
  host = await openHost(browser, service.url(), (await service.newPerson()).session)
})
afterAll(async () => {
  await host?.close()
  await browser?.close()
})

const HOSTILE = '<img src=x onerror=parent.postMessage(1)>'
const CSV = `item,amount,note\nDesk,1200,${HOSTILE}\nChair,80,\n${'Lamp,5,plain\n'.repeat(60)}`

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
const answerOf = async (tool: string, args: object): Promise<any> => (await host.call(tool, args)).structuredContent

async function uploaded(file: object) {
  const { workbook_id, source, tables } = await answerOf('upload_file', file)
  return { workbook_id, source, table: tables?.[0]?.name }
}

const orders = () => uploaded({ filename: 'orders.csv', text: CSV })
const textsIn = (frame: Frame, selector: string) => frame.locator(selector).allInnerTexts()

const styleOf = (frame: Frame, selector: string, property: string) =>
  frame.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`)

/** In both languages: what is shown, and that it can be used by everybody. */
async function inEachLook(tool: string, args: object, check: (frame: Frame, look: Look) => Promise<void>) {
  const result = await host.call(tool, args)
  for (const look of LOOKS) {
    const frame = await host.showResult(tool, args, result, look)
    expect(await frame.locator('html').getAttribute('lang')).toBe(look.locale.slice(0, 2))
    expect(await axeViolations(frame)).toEqual([])
    await check(frame, look)
  }
  expect(host.troubles).toEqual([])
}

describe('the grid', () => {
  test('shows rows with their types, numbers at the right, and a cell that holds HTML as text', async () => {
    const { workbook_id, table } = await orders()
    const sql = `SELECT item, amount, note FROM "${table}" ORDER BY amount DESC`

    await inEachLook('query', { workbook_id, sql, limit: 3 }, async (frame, { locale }) => {
      expect(await textsIn(frame, 'thead th small')).toEqual(['VARCHAR', 'BIGINT', 'VARCHAR'])
      expect(await textsIn(frame, 'tbody tr:nth-child(1) td')).toEqual(['Desk', '1200', HOSTILE])
      expect(await frame.locator('img').count()).toBe(0)
      expect(await styleOf(frame, 'td.number', 'textAlign')).toBe('end')
      expect(await textsIn(frame, 'tbody .nothing')).toEqual([locale === 'en-GB' ? 'empty' : '空'])
      expect(await textsIn(frame, '.count')).toEqual([
        locale === 'en-GB' ? 'Rows 1 to 3 of 62' : '全62行のうち1～3行目',
      ])
    })
  })

  test('reads on by the tool that reads on, to the end', async () => {
    const { workbook_id, table } = await orders()
    const frame = await host.show('query', { workbook_id, sql: `SELECT * FROM "${table}"`, limit: 20 }, EN)
    const paged = await host.call('read_rows', { workbook_id, table, limit: 40 })

    await frame.getByRole('button', { name: 'Show more rows' }).click()
    await frame.locator('tbody tr:nth-child(62)').waitFor()
    const { called } = await host.said()
    const rows = await host.showResult('read_rows', { workbook_id, table, limit: 40 }, paged, EN)
    await rows.getByRole('button', { name: 'Show more rows' }).click()
    await rows.locator('tbody tr:nth-child(62)').waitFor()

    expect(called).toMatchObject([{ name: 'get_result_page', arguments: { offset: 20 } }])
    expect(await host.said()).toMatchObject({ called: [{ name: 'read_rows', arguments: { workbook_id, table } }] })
    expect(await textsIn(rows, '.count')).toEqual(['62 rows'])
    expect(await rows.getByRole('button').count()).toBe(0)
  })

  test('opens a cited cell in the console through the client, or says where it is', async () => {
    const { workbook_id, table } = await orders()
    const args = { workbook_id, table, limit: 2, cite: true }
    const result = await host.call('read_rows', args)

    const frame = await host.showResult('read_rows', args, result, EN)
    await frame.getByRole('button', { name: 'Chair' }).click()
    const { opened } = await host.said()
    const place = await frame.locator('.place').textContent()
    const without = await host.showResult('read_rows', args, result, { ...EN, capabilities: {} })

    expect(opened).toEqual([expect.stringMatching(/^http:\/\/bindery\.test\/w\/wb_\w+\/sources\/.*cell=A3$/)])
    expect(place).toMatch(/^Read from orders.*A3$/)
    expect(await without.getByRole('button').count()).toBe(0)
    expect(await without.locator('.cited').nth(1).getAttribute('title')).toMatch(/B2$/)
  })

  test('says which columns a policy hides', async () => {
    const { editor, workbookId } = await newStaff(service, [{ name: 'Ito', salary: 1, ssn: '2' }])
    const theirs = await openHost(browser, service.url(), editor.session)
    const frame = await theirs.show('read_rows', { workbook_id: workbookId, table: 'staff' }, EN)

    const cells = await textsIn(frame, 'tbody td')
    const warnings = await textsIn(frame, '.warnings li')
    await theirs.close()

    expect(cells).toContain('hidden by a policy')
    expect(warnings).toEqual([expect.stringContaining('ssn')])
  })
})

describe('the diff', () => {
  test('shows a trial cell by cell, and a refused call as the service words it', async () => {
    const { workbook_id, table } = await orders()
    const { edit_version: expected_version } = await answerOf('read_rows', { workbook_id, table, limit: 1 })
    const rows = [
      { __svc_row_id: 1, amount: 1500 },
      { item: 'Shelf', amount: 9 },
    ]
    const trial = { workbook_id, table, expected_version, rows, dry_run: true }

    await inEachLook('edit_rows', trial, async (frame, { locale }) => {
      const isEnglish = locale === 'en-GB'
      expect(await textsIn(frame, '.kind')).toEqual(isEnglish ? ['Changed', 'New'] : ['変更', '追加'])
      expect(await textsIn(frame, '.sign')).toEqual(['±', '+'])
      expect(await textsIn(frame, 'tbody.update del, tbody.update ins')).toEqual(['1200', '1500'])
      expect(await textsIn(frame, '.facts li')).toContain(
        isEnglish ? 'Nothing was written' : 'まだ何も書き込んでいません',
      )
    })
    const late = await host.show('edit_rows', { ...trial, expected_version: expected_version + 7 }, EN)
    expect(await textsIn(late, '.problem h1')).toEqual(['The table changed since you read it'])
  })

  test('shows what was written, undone and proposed', async () => {
    const { workbook_id, table } = await orders()
    const { edit_version: expected_version } = await answerOf('read_rows', { workbook_id, table, limit: 1 })
    const edit = { workbook_id, table, expected_version, delete_row_ids: [2] }
    const proposal = {
      workbook_id,
      title: 'Correct',
      changes: [{ table, expected_version, rows: [{ __svc_row_id: 1, item: 'Table' }] }],
    }

    const { proposal_id } = await answerOf('propose_rows', proposal)
    await inEachLook('read_proposals', { workbook_id, proposal_id }, async (frame) => {
      expect(await textsIn(frame, 'del, ins')).toEqual(['Desk', 'Table'])
    })
    const done = await host.call('edit_rows', edit)
    const written = await host.showResult('edit_rows', edit, done, EN)
    expect(await textsIn(written, 'tbody.delete th')).toEqual(['−Deleted row 2'])
    expect(await textsIn(written, '.facts li')).toContain('1 row deleted')
    // Safe: what this tool answers.
    const { op_id } = done.structuredContent as { op_id: number }
    await inEachLook('undo_operation', { workbook_id, op_id, dry_run: true }, async (frame) => {
      expect(await frame.locator('tbody.insert').count()).toBe(1)
    })
  })

  test('shows the cells of a file that an edit changes', async () => {
    const file = workbookFile({
      Plan: [
        ['item', 'amount'],
        ['Desk', 1200],
        ['Chair', 80],
      ],
    })
    const { workbook_id, source } = await uploaded({ filename: 'plan.xlsx', base64: file.toString('base64') })
    const edits = [{ sheet: 'Plan', range: 'B2', value: 1300, bold: true }]

    await inEachLook('edit_file', { workbook_id, source, edits, dry_run: true }, async (frame, { locale }) => {
      const bold = locale === 'en-GB' ? 'Plan!B2 · bold' : 'Plan!B2 · 太字'
      expect(await textsIn(frame, 'tbody th')).toEqual(['Plan!B2', bold])
      expect(await textsIn(frame, 'del, ins')).toEqual(['1200', '1300', 'false', 'true'])
    })
  })
})

describe('the reading', () => {
  const BUDGET = 'item,plan,actual\nHall,412,398\nTents,96,121\nEvents total,999,777\nLunch,230,251\nMusic,188,176\n'

  test('shows regions, checks, and the question that is open', async () => {
    const { workbook_id, source } = await uploaded({ filename: 'budget.csv', text: BUDGET, staged: true })

    await inEachLook('get_parse_spec', { workbook_id, source }, async (frame, { locale }) => {
      const isEnglish = locale === 'en-GB'
      expect(await textsIn(frame, '.question h2')).toEqual([isEnglish ? 'Open question' : '確認が必要です'])
      expect(await textsIn(frame, '.question li')).toHaveLength(2)
      expect(await textsIn(frame, '.region')).toEqual([expect.stringContaining('A1:C6')])
      expect(await textsIn(frame, '.columns li')).toHaveLength(3)
    })
  })

  test('shows a corrected reading with its first rows, and the map of a file', async () => {
    const { workbook_id, source } = await uploaded({ filename: 'budget.csv', text: BUDGET, staged: true })
    const { regions } = await answerOf('get_parse_spec', { workbook_id, source })
    const answers = [{ region_id: regions[0].region_id, choice: 1 }]

    await inEachLook('correct_parse', { workbook_id, source, answers, dry_run: true }, async (frame) => {
      expect(await frame.locator('table.grid').count()).toBe(2)
    })
    await inEachLook('inspect_workbook', { workbook_id, source }, async (frame) => {
      expect(await textsIn(frame, 'pre')).toEqual([expect.stringContaining('budget')])
    })
  })
})

test('follows the client in language, theme and colours, and says how tall it is', async () => {
  const { workbook_id, table } = await orders()
  const variables = { '--color-background-primary': 'rgb(1, 2, 3)', '--color-text-primary': 'rgb(250, 251, 252)' }

  const frame = await host.show('describe_table', { workbook_id, table }, { ...EN, more: { styles: { variables } } })
  const changed = { locale: 'ja', theme: 'dark' }
  // Safe: the script of the page made it.
  await host.page.evaluate(
    (to) => (globalThis as unknown as { changeContext: (to: object) => unknown }).changeContext(to),
    changed,
  )
  await frame.locator('html[lang=ja][data-theme=dark]').waitFor()
  const background = await styleOf(frame, 'html', 'backgroundColor')
  const { heights } = await host.said()

  expect(background).toBe('rgb(1, 2, 3)')
  expect(Math.max(...heights)).toBeGreaterThan(100)
  expect(await textsIn(frame, 'h1')).toEqual([table])
})
