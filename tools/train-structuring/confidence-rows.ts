import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { judgePack } from './judge-pack.ts'
import { judgeRegions } from './region-rows.ts'
import { generateSheet } from './sheets/generate-sheet.ts'

/**
 * node tools/train-structuring/confidence-rows.ts FILE [--sheets 20000] [--from 0] [--pack DIR …] [--scorer FILE]
 * What the confidence of a reading is learned from: a line for each table of the generated sheets, and of the files of packs where
 * there are any. Tables of one shape, or of one file, are one group.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sheets: { type: 'string', default: '20000' },
    from: { type: 'string', default: '0' },
    pack: { type: 'string', multiple: true, default: [] },
    scorer: { type: 'string', default: '' },
  },
})

/** A file that people made says more than a generated sheet, of which there are thousands of each shape. */
const WEIGHT_OF_FILE = 10

async function writeRows(into: string): Promise<void> {
  const out = createWriteStream(into)
  const write = (row: object) => out.write(`${JSON.stringify(row)}\n`)
  const from = Number(values.from)
  for (let seed = from; seed < from + Number(values.sheets); seed++) {
    const { shape, sheet, truth } = generateSheet(seed)
    const { verdict, rows } = judgeRegions(sheet, truth)
    for (const [n, { features, isRight }] of rows.entries())
      write({ id: `${seed}/${n}`, group: shape, label: Number(isRight), verdict, features })
  }
  for (const pack of values.pack)
    for (const { id, verdict, regions } of await judgePack(pack, values.scorer))
      for (const [n, features] of regions.entries()) {
        const weight = WEIGHT_OF_FILE / regions.length
        write({ id: `${id}/${n}`, group: `file ${id}`, label: Number(verdict === 'right'), verdict, weight, features })
      }
  await new Promise((resolve) => out.end(resolve))
}

const [into] = positionals
if (!into) throw new Error('node tools/train-structuring/confidence-rows.ts FILE [--sheets N] [--pack DIR …]')
await writeRows(into)
