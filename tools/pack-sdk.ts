import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Makes the package of the SDK as it is published: JavaScript and declarations, for Node takes no TypeScript from
 * node_modules. `node tools/pack-sdk.ts <folder>`; then `npm publish <folder>`.
 */
const ROOT = join(import.meta.dirname, '..')
const ENTRIES = { '.': 'bindery', './arrow': 'arrow' }

export function packSdk(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
  const dist = join(resolve(folder), 'dist')
  execFileSync(process.execPath, [compiler, '-p', join(ROOT, 'sdk/tsconfig.build.json'), '--outDir', dist], {
    stdio: 'inherit',
  })
  const {
    private: _private,
    devDependencies: _development,
    ...described
  } = JSON.parse(readFileSync(join(ROOT, 'sdk/package.json'), 'utf8'))
  const exports = Object.entries(ENTRIES).map(([entry, file]) => [
    entry,
    { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
  ])
  const published = { ...described, exports: Object.fromEntries(exports), files: ['dist'] }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  cpSync(join(ROOT, 'sdk/README.md'), join(folder, 'README.md'))
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('node tools/pack-sdk.ts <folder>')
  packSdk(folder)
}
