/**
 * Runs a program with what V8 made of it before, so that nothing of it is compiled again:
 *   node run-process.cjs read|read-once|leave <file of code> <program> <arguments of the program>
 * `read-once` is for a process that lives for one piece of work. `leave` runs the program without, and writes down the code of all that
 * was called when it ends. The compile cache of Node holds only what a module needs to stand, and nothing of what it is there for.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'

type Run = (require: NodeJS.Require) => void

// The program sees the arguments that it would see without us.
const [, way, codeFile = '', program = ''] = process.argv.splice(1, 4, process.argv[4] ?? '')
const isLeaving = way === 'leave'
const script = new Script(`(function (require) {${readFileSync(program, 'utf8')}\n})`, {
  filename: program,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  // V8 passes over code that is not for this very Node and these flags.
  ...(isLeaving ? {} : { cachedData: readFileSync(codeFile) }),
})
if (script.cachedDataRejected)
  process.stderr.write('The code was made by another Node.js: the program is compiled again.\n')
if (isLeaving) process.on('exit', () => writeFileSync(codeFile, script.createCachedData()))
// Safe: the text is that of a function, around a program of ours.
const run = script.runInThisContext() as Run
run(createRequire(program))
/**
 * A process that lives for one file ends before its code, optimised, has repaid the optimising. Not sooner: what Node loads after it
 * is compiled again, for it was made under other flags; so is what is left behind. V8 ignores a flag that it does not know.
 */
if (way === 'read-once') setFlagsFromString('--invocation-count-for-maglev=4000')
