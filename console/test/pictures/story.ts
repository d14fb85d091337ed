import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { edited, setCell } from '../../../server/test/new-branch.ts'
import { show } from '../perform.ts'
import { openStage, type Stage, type Theatre } from '../stage.ts'
import { drawSheet } from './draw-sheet.ts'
import { type Frame, framed } from './frame.ts'
import { type Language, type UglyReport, uglyReport } from './ugly-report.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What happens, in the order in which it is shown. */
const CAPTIONS = {
  en: [
    'A report arrives as people send it',
    'Drop it on the console',
    'Its tables are found, each decision with its reason',
    'Correct a reading: the tables follow at once',
    'Typed, versioned tables',
    'Ask them in SQL',
    'Send a table out as Excel',
    'It comes back edited: see what would change',
    'Merged cell by cell; conflicts are yours to decide',
  ],
  ja: [
    'いつもの報告書が届く',
    'コンソールにドロップする',
    '中の表を、根拠とともに見つける',
    '読み取りを直すと、表もすぐに変わる',
    '型と履歴のある表になる',
    'SQLで調べる',
    '表をExcelにして渡す',
    '編集されて戻ったら、変更点を確認する',
    'セル単位で取り込み、競合は自分で決める',
  ],
} as const satisfies Record<Language, readonly string[]>

/** Plays the whole way of a report through the console and resolves with its pictures. */
export async function playStory(theatre: Theatre, language: Language): Promise<Frame[]> {
  const stage = await openStage(theatre)
  // A busy machine is slow, and the story does not show that.
  stage.page.setDefaultTimeout(90_000)
  const frames: Frame[] = []
  const camera = newCamera(theatre, stage, language, frames)
  const report = await uglyReport(language)
  try {
    await camera.sheet(0, await drawSheet(theatre.browser, report.sheet, report.filename))
    await drop(stage, camera, report)
    await correct(stage, camera)
    const table = await makeTables(stage, camera)
    await ask(stage, camera, table, report.revenue)
    await sendAndTakeBack(stage, camera, table)
    return frames
  } finally {
    await stage.close()
  }
}

type Camera = Awaited<ReturnType<typeof newCamera>>

function newCamera({ browser }: Theatre, { page }: Stage, language: Language, frames: Frame[]) {
  let cursor: { x: number; y: number } | null = null
  const take = async (step: number, ms: number, content?: Buffer) => {
    if (!content) await show(page, { language, theme: 'light' })
    const picture = content ?? (await page.screenshot())
    if (!content) await show(page, { language: 'en', theme: 'light' })
    frames.push(
      await framed(browser, {
        picture,
        caption: CAPTIONS[language][step] ?? '',
        step,
        steps: CAPTIONS[language].length,
        cursor: content ? null : cursor,
        ms,
      }),
    )
  }
  return {
    take: (step: number, ms = 1_600) => take(step, ms),
    sheet: (step: number, picture: Buffer) => take(step, 2_400, picture),
    /** Leads the eye to where something is about to happen. */
    point: async (at: Locator) => {
      const box = await at.boundingBox()
      if (box) cursor = { x: box.x + Math.min(box.width / 2, 80), y: box.y + box.height / 2 }
    },
    hideCursor: () => {
      cursor = null
    },
  }
}

const drag = (page: Page, events: readonly string[], filename: string, bytes: Buffer) =>
  page.evaluate(`{
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (letter) => letter.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], ${JSON.stringify(filename)}, { type: '${XLSX}' }))
    for (const name of ${JSON.stringify(events)})
      document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
  }`)

async function drop({ page, open }: Stage, camera: Camera, { filename, bytes }: UglyReport) {
  await open('/')
  await page.getByRole('heading', { name: 'Start with a file people really send you' }).waitFor()
  await camera.point(page.getByRole('heading', { name: 'Start with a file people really send you' }))
  await drag(page, ['dragenter', 'dragover'], filename, bytes)
  await camera.take(1)
  await drag(page, ['drop'], filename, bytes)
  await page.waitForURL('**/sources/**')
  await page.getByRole('gridcell').first().waitFor()
  await page.locator('.made-tables').or(page.getByRole('tabpanel')).getByRole('columnheader').first().waitFor()
  await page.mouse.move(0, 0)
  camera.hideCursor()
  await camera.take(2, 2_600)
}

async function correct({ page }: Stage, camera: Camera) {
  const cell = page
    .getByRole('gridcell', { name: '52,000' })
    .or(page.getByRole('gridcell', { name: '52000' }))
    .first()
  await cell.click()
  await page.getByRole('tab', { name: /^Region/ }).click()
  await camera.point(page.getByLabel(/^Type of (?:Target|目標)$/))
  await camera.take(3)
  await page.getByLabel(/^Type of (?:Target|目標)$/).selectOption('DOUBLE')
  await page.getByText('Kept').waitFor()
  await page.getByRole('tab', { name: /^Tables/ }).click()
  await page.getByRole('columnheader', { name: /(?:Target|目標) DOUBLE/ }).waitFor()
  await camera.point(page.getByRole('columnheader', { name: /(?:Target|目標) DOUBLE/ }))
  await camera.take(3, 1_800)
}

/** The table that the story goes on with, and its columns: product, period, category and value. */
type Made = { name: string; columns: readonly string[] }

async function makeTables({ page, client }: Stage, camera: Camera): Promise<Made> {
  await camera.point(page.getByRole('button', { name: 'Make tables' }))
  await page.getByRole('button', { name: 'Make tables' }).click()
  await page.getByRole('heading', { level: 2, name: 'Tables' }).waitFor()
  await page.getByRole('rowheader').first().waitFor()
  camera.hideCursor()
  await camera.take(4)
  const workbook = client.workbook(workbookId(page))
  const tables = await Promise.all((await workbook.tables()).map(({ name }) => workbook.table(name).read()))
  const [largest] = tables.toSorted((a, b) => (b.row_count ?? 0) - (a.row_count ?? 0))
  return { name: largest?.name ?? '', columns: largest?.columns.map(({ name }) => name) ?? [] }
}

const workbookId = (page: Page) => /\/w\/([^/]+)/.exec(page.url())?.[1] ?? ''

const quoted = (name = '') => `"${name.replaceAll('"', '""')}"`

async function ask({ page, open }: Stage, camera: Camera, { name, columns }: Made, revenue: string) {
  const at = `/w/${workbookId(page)}`
  await open(`${at}/tables/${encodeURIComponent(name)}`)
  await page.getByRole('gridcell').first().waitFor()
  await camera.take(4, 2_000)
  await open(`${at}/sql`)
  await page.getByRole('textbox', { name: 'SQL' }).click()
  const [product, period, category, value] = columns.map(quoted)
  const lines = [
    `SELECT ${product}, sum(${value}) AS total`,
    `FROM ${quoted(name)}`,
    `WHERE ${category} = '${revenue}' AND ${period}::VARCHAR LIKE '%2026%'`,
    'GROUP BY ALL ORDER BY total DESC',
  ]
  await page.keyboard.insertText(lines.join('\n'))
  await page.keyboard.press('Escape')
  await page.getByText(/^Valid/).waitFor()
  await camera.take(5, 1_400)
  await page.keyboard.press('Control+Enter')
  await page.getByText(/rows? in/).waitFor()
  await camera.take(5, 2_200)
}

async function sendAndTakeBack({ page, open, client }: Stage, camera: Camera, { name, columns }: Made) {
  const id = workbookId(page)
  await open(`/w/${id}/returned`)
  await page.getByRole('button', { name: 'Send tables out' }).click()
  const label = new RegExp(`^${name.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')}(?:\\s+\\d+)?$`)
  await page.getByRole('checkbox', { name: label }).check()
  await camera.point(page.getByRole('button', { name: 'Make the file with 1 table' }))
  await camera.take(6)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Make the file with 1 table' }).click()
  const saved = await (await download).path()
  await page.getByRole('region', { name: 'Out now' }).waitFor()
  // It was written in the language of that moment.
  await page.locator('.toast button').first().click()
  const buffer = edited(readFileSync(saved), (sheet) => {
    setCell(sheet, 'D3', 16_900)
    setCell(sheet, 'D5', 15_100)
    setCell(sheet, 'D6', 102)
  })
  const value = columns.at(-1) ?? ''
  await client
    .workbook(id)
    .table(name)
    .write({ rows: [{ __svc_row_id: 2, [value]: 16_500 }], expected_version: null })
  await page
    .getByLabel('Drop the file that came back, or choose it')
    .setInputFiles({ name: `${name}.xlsx`, mimeType: XLSX, buffer })
  await page.getByRole('heading', { name: /would change/ }).waitFor()
  camera.hideCursor()
  await camera.take(7, 2_400)
  await page.getByRole('button', { name: 'Merge it' }).click()
  await page.getByRole('heading', { name: /is merged/ }).waitFor()
  await camera.take(8, 1_600)
  await open(`/w/${id}/conflicts`)
  await page.getByRole('gridcell').first().waitFor()
  await page.getByRole('row').nth(1).focus()
  await camera.take(8, 3_000)
}
