import { useState } from 'react'
import { type ColumnLayout, readLayout } from '../../../parts/grid/columns/column-layout.ts'

const keyOf = (tableId: string) => `bindery.layout.${tableId}`

/** How the columns of a table stand, kept by this browser. */
export function useColumnLayout(tableId: string) {
  const [layout, setLayout] = useState(() => readLayout(localStorage.getItem(keyOf(tableId))))
  const change = (next: ColumnLayout) => {
    setLayout(next)
    try {
      localStorage.setItem(keyOf(tableId), JSON.stringify(next))
    } catch {
      // A browser that keeps nothing shows it until the page is left.
    }
  }
  return { layout, change }
}
