import { newTransforms } from './new-transforms.ts'
import type { startService } from './service.ts'

/** A workbook with sales, and ways to make tables from them in Python. */
export async function newPython(service: ReturnType<typeof startService>) {
  const made = await newTransforms(service)
  const python = (name: string, code: string, more: object = {}) =>
    made.create(name, code, { sales: 'sales' }, { language: 'python', ...more })
  /** The body of a function that is given `sales` as an Arrow table. */
  const body = (name: string, lines: string, more: object = {}) =>
    python(name, `import pyarrow as pa\ndef transform(tables):\n  sales = tables["sales"]\n  ${lines}\n`, more)
  return { ...made, python, body }
}
