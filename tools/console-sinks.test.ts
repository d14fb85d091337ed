import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../console/', import.meta.url))

/** Everything by which text becomes markup, code or an address that is code; React writes all other text as text. */
const SINKS =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcDoc|javascript:|createContextualFragment/

test('the console turns no text into markup or code', () => {
  const files = globSync(['index.html', 'src/**/*.ts', 'src/**/*.tsx'], { cwd: ROOT }).filter(
    (file) => !file.includes('.test.'),
  )
  const found = files.filter((file) => SINKS.test(readFileSync(ROOT + file, 'utf8')))

  expect(files.length).toBeGreaterThan(50)
  expect(found).toEqual([])
})
