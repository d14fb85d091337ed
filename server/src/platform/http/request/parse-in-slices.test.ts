import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../../../../proof/structuring-invariants/random.ts'
import { startCpuClock } from '../../../../test/cpu-time.ts'
import { parseInSlices } from './parse-in-slices.ts'

const parse = (text: string): unknown => JSON.parse(text)

/** Anything JSON can say, with members that are longer than a slice. */
function someValue(random: Random, levels: number): unknown {
  const kind = random.whole(0, levels === 0 ? 3 : 5)
  if (kind === 0) return random.whole(-1e9, 1e9) / 8
  if (kind === 1) return [true, false, null][random.whole(0, 2)]
  if (kind === 2) return '"\\[{,]}: \u3042'.repeat(random.whole(0, random.whole(0, 9) === 0 ? 9_000 : 3))
  if (kind === 3) return random.whole(0, 1) === 0 ? [] : {}
  const members = Array.from({ length: random.whole(0, 6) }, () => someValue(random, levels - 1))
  return kind === 4
    ? members
    : Object.fromEntries(members.map((member, n) => [n % 7 === 0 ? `a "${n}" \\` : `${n}`, member]))
}

test('a long text is parsed as a short one is, however it is cut', async () => {
  const random = createRandom(7)
  for (let n = 0; n < 40; n++) {
    const value = Array.from({ length: 30 }, () => someValue(random, 4))
    const text = JSON.stringify(random.whole(0, 1) === 0 ? value : { deep: { deeper: value }, last: 1 }, null, n % 3)

    expect(await parseInSlices(text, parse)).toEqual(JSON.parse(text))
  }
})

const filler = (length: number) => ' '.repeat(length)
const many = '1,'.repeat(50_000)

test.each([
  ['a comma too many at the end', `[${many}]`],
  ['a comma too many in the middle', `[${many},1]`],
  ['nothing but blanks between commas', `[1,${filler(70_000)},1]`],
  ['nothing but blanks before a comma', `[${filler(70_000)},1]`],
  ['a comma before all', `,[${many}1]`],
  ['something behind all', `[${many}1]]`],
  ['two values', `[${many}1] 1`],
  ['the wrong bracket', `[${many}1}`],
  ['a bracket that is missing', `[[${many}1]`],
  ['a text without an end', `["${'x'.repeat(70_000)}]`],
  ['two long members without a comma', `[[${many}1][${many}1]]`],
  ['a long member behind another without a comma', `[1 [${many}1]]`],
  ['a long member without a name', `{[${many}1]}`],
  ['a long member with a name in a list', `["a":[${many}1]]`],
  ['a long member behind two names', `{"a":"b":[${many}1]}`],
  ['something behind a long member', `[[${many}1] 1]`],
  ['no JSON', `x${many}`],
])('%s is refused as the parser refuses it', async (_name, text) => {
  expect(() => JSON.parse(text)).toThrow()

  await expect(parseInSlices(text, parse)).rejects.toThrow()
})

test('much that is nested without end is refused', async () => {
  const text = `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`

  await expect(parseInSlices(text, parse)).rejects.toMatchObject({ code: 'validation_error' })
})

test('a little that is nested deeper than others may stand anywhere', async () => {
  const text = `{"rows":[${many}1],"deep":${'['.repeat(3_000)}{"a":[1,2]}${']'.repeat(3_000)},"last":[2]}`

  expect(await parseInSlices(text, parse)).toEqual(JSON.parse(text))
})

test('others have their turn while a long text is parsed', async () => {
  const rows = Array.from({ length: 200_000 }, (_, n) => ({ n, text: `text ${n}` }))
  const text = JSON.stringify({ rows })
  let [longest, isOver] = [0, false]
  const parsing = parseInSlices(text, parse).then((value) => {
    isOver = true
    return value
  })
  while (!isOver) {
    const cpuMs = startCpuClock()
    await setImmediate()
    longest = Math.max(longest, cpuMs())
  }
  const cpuMs = startCpuClock()
  parse(text)
  const atOnce = cpuMs()

  expect(await parsing).toEqual({ rows })
  expect(longest).toBeLessThan(Math.max(30, atOnce))
})
