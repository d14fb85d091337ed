import { Link, Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Toasts } from '../parts/toasts.tsx'
import { useWords } from '../words/words.ts'
import { DropAnywhere } from './drop-anywhere.tsx'
import { useKept } from './kept.ts'
import { LookMenu } from './look-menu.tsx'
import { ACCOUNT_PLACES, navigationWords, type Place, WORKBOOK_PLACES } from './navigation.ts'
import { isPaletteOpen } from './palette-state.ts'
import { shellWords } from './shell-words.ts'
import { UploadTray } from './upload-tray.tsx'
import { WorkbookName } from './workbook-frame.tsx'
import './shell.css'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** The frame around every screen: where one is, where one can go, and whatever is dropped. */
export function Shell() {
  const w = useWords(shellWords)
  const { workbookId } = useParams({ strict: false })
  usePaletteKey()
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {w.skip}
      </a>
      <nav className="side" aria-label={w.navigation}>
        <Link to="/" className="brand">
          <img src="/bindery.svg" alt="" width="24" height="24" />
          <span>Bindery</span>
        </Link>
        <button type="button" className="palette-opener" onClick={() => isPaletteOpen.set(true)}>
          <Icon name="search" />
          <span>{w.commands}</span>
          <kbd>{paletteKey}</kbd>
        </button>
        <ul>
          <PlaceItem place={{ to: '/', icon: 'home', name: 'home' }} />
        </ul>
        {workbookId ? (
          <>
            <WorkbookName workbookId={workbookId} />
            <Places places={WORKBOOK_PLACES} />
          </>
        ) : null}
        <div className="side-end">
          <Places places={ACCOUNT_PLACES} />
          <LookMenu />
        </div>
      </nav>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <DropAnywhere workbookId={workbookId} />
      <UploadTray />
      <Toasts />
      {useKept(isPaletteOpen) ? (
        <Suspense>
          <Palette workbookId={workbookId} />
        </Suspense>
      ) : null}
    </div>
  )
}

const paletteKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'

function usePaletteKey() {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.isComposing) return
      event.preventDefault()
      isPaletteOpen.set(!isPaletteOpen.get())
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}

const Places = ({ places }: { places: readonly Place[] }) =>
  places.length === 0 ? null : (
    <ul>
      {places.map((place) => (
        <PlaceItem key={place.to} place={place} />
      ))}
    </ul>
  )

/** A place of a workbook keeps the workbook one is in. */
function PlaceItem({ place: { to, icon, name } }: { place: Place }) {
  const w = useWords(navigationWords)
  return (
    <li>
      <Link
        to={to}
        params={(now: Record<string, unknown>) => now}
        activeOptions={{ exact: to === '/' || to === '/w/$workbookId' }}
        className="place"
      >
        <Icon name={icon} />
        <span>{w[name]}</span>
      </Link>
    </li>
  )
}
