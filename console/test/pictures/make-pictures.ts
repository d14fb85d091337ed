import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ALL_FLOWS } from '../all-flows.ts'
import { perform } from '../perform.ts'
import { openTheatre, type Theatre } from '../stage.ts'
import { drawBeforeAfter } from './before-after.ts'
import type { Frame } from './frame.ts'
import { drawInClient } from './in-client.ts'
import { STILLS } from './stills.ts'
import { playStory } from './story.ts'
import type { Language } from './ugly-report.ts'

/**
 * scripts/pictures [name …]: makes the pictures of the documentation, from the real console. Without a name all of them;
 * otherwise `story`, `before-after`, `in-client`, `login`, or one of `STILLS`.
 */
const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const LANGUAGES: readonly Language[] = ['en', 'ja']

const asked = process.argv.slice(2)
const isAsked = (name: string) => asked.length === 0 || asked.includes(name)
const work = mkdtempSync(join(tmpdir(), 'bindery-pictures-'))
const theatre = await openTheatre()
try {
  for (const language of LANGUAGES) mkdirSync(join(FOLDER, language), { recursive: true })
  if (isAsked('before-after'))
    for (const language of LANGUAGES) keep(await drawBeforeAfter(theatre, language), language, 'before-after')
  if (isAsked('in-client'))
    for (const language of LANGUAGES) keep(await drawInClient(theatre, language), language, 'in-client')
  if (isAsked('story')) for (const language of LANGUAGES) animate(await playStory(theatre, language), language)
  await takeStills(theatre)
  if (isAsked('login')) for (const language of LANGUAGES) keep(await takeLogin(theatre, language), language, 'login')
} finally {
  await theatre.close()
  rmSync(work, { recursive: true })
}

/** The screens on which flows of the console end. */
async function takeStills(stage: Theatre) {
  for (const name of STILLS.filter(isAsked)) {
    const flow = ALL_FLOWS.find(({ shot }) => shot === name)
    if (!flow) throw new Error(`no flow of the console has the picture ${name}`)
    const looks = LANGUAGES.map((language) => ({ language, theme: 'light' as const }))
    const { failure } = await perform(stage, flow, { folder: work, looks })
    if (failure) throw new Error(`${flow.name}: ${failure}`)
    for (const language of LANGUAGES) compress(join(work, `${name}-${language}-light.png`), language, name)
  }
}

/** Pages before the login follow the language of the browser. */
async function takeLogin({ browser, service }: Theatre, language: Language): Promise<Buffer> {
  const page = await browser.newPage({
    viewport: { width: 1000, height: 640 },
    locale: language === 'ja' ? 'ja-JP' : 'en-GB',
  })
  try {
    await page.goto(`${service.urls[0]}/login`)
    await page.locator('input[type=password]').waitFor()
    return await page.screenshot()
  } finally {
    await page.close()
  }
}

function keep(png: Buffer, language: Language, name: string) {
  const file = join(work, `${name}.png`)
  writeFileSync(file, png)
  compress(file, language, name)
}

function compress(png: string, language: Language, name: string) {
  run('cwebp', '-quiet', '-near_lossless', '60', '-z', '8', png, '-o', join(FOLDER, language, `${name}.webp`))
}

function animate(frames: readonly Frame[], language: Language) {
  const files = frames.flatMap(({ png, ms }, n) => {
    const file = join(work, `frame-${language}-${String(n).padStart(2, '0')}.png`)
    writeFileSync(file, png)
    return ['-d', String(ms), '-lossy', '-q', '82', '-m', '6', file]
  })
  run('img2webp', '-loop', '0', ...files, '-o', join(FOLDER, language, 'story.webp'))
}

function run(program: string, ...args: string[]) {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
