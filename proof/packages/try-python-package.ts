import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PROGRAM = `
from importlib.metadata import metadata, version
from importlib.resources import files
import bindery

described = metadata("bindery-data")
assert described["License-Expression"] == "Apache-2.0", described["License-Expression"]
assert described.get_all("Project-URL"), "no addresses"
assert files("bindery").joinpath("py.typed").is_file(), "no types"
assert version("bindery-data") == bindery.__version__, bindery.__version__
with bindery.Client("http://127.0.0.1:1", token="none", retries=0) as client:
    try:
        client.query("SELECT 1")
        raise AssertionError("it answered")
    except (bindery.BinderyUnreachable, ValueError):
        pass
`

/** Installs a wheel or a source distribution into an empty environment and uses it. Resolves with what is wrong with it. */
export async function tryPythonPackage(file: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-venv-'))
  try {
    await run('python3', ['-m', 'venv', folder])
    await run(join(folder, 'bin/pip'), ['install', '--quiet', file])
    await run(join(folder, 'bin/python'), ['-c', PROGRAM], { cwd: folder })
    return []
  } catch (error) {
    const { stderr = '', message = '' } = error as { stderr?: string; message?: string }
    return [(stderr.trim() || message).split('\n').slice(-3).join(' | ')]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
