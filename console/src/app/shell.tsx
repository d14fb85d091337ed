import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { helpfulList } from '../parts/answers/load.ts'
import { IconButton } from '../parts/controls/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Toasts } from '../parts/overlays/toasts.tsx'
import { unreadQuery } from '../service/notifications.ts'
import { proposalsQuery } from '../service/proposals.ts'
import { workbookQuery } from '../service/workbooks.ts'
import { useWords } from '../words/words.ts'
import { DropAnywhere } from './drop-anywhere.tsx'
import { useKept } from './kept.ts'
import { LookMenu } from './look-menu.tsx'
import { ACCOUNT_PLACES, type Destination, navigationWords, WORKBOOK_PLACES } from './navigation.ts'
import { LiveBar, OfflineBar } from './offline-bar.tsx'
import { isPaletteOpen } from './palette-state.ts'
import { Presence } from './presence.tsx'
import { shellWords } from './shell-words.ts'
import { KnownTables, TableList } from './table-list.tsx'
import { UploadTray } from './upload-tray.tsx'
import { WorkbookName } from './workbook-frame.tsx'
import './shell.css'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** The frame around every screen: where one is, where one can go, and whatever is dropped. */
export function Shell() {
  const w = useWords(shellWords)
  const { workbookId } = useParams({ strict: false })
  const menu = useMenu()
  usePaletteKey()
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {w.skip}
      </a>
      <TopBar workbookId={workbookId} menu={menu} />
      {menu.isOpen ? <div className="menu-veil" aria-hidden="true" onClick={menu.close} /> : null}
      <nav id="menu" className={menu.isOpen ? 'side open' : 'side'} aria-label={w.navigation}>
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
            <Presence />
            <TableList key={workbookId} workbookId={workbookId} />
            <Places places={WORKBOOK_PLACES} />
          </>
        ) : (
          <KnownTables />
        )}
        <div className="side-end">
          <Places places={ACCOUNT_PLACES} />
          <LookMenu />
        </div>
      </nav>
      <main id="content" tabIndex={-1}>
        <OfflineBar />
        <LiveBar />
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

/** How many notifications are unread; nothing where none is. */
function UnreadCount() {
  const w = useWords(shellWords)
  const { data: unread = 0 } = useQuery(unreadQuery)
  return <Counted count={unread} text={w.unread(unread)} />
}

/** How many proposals of the workbook wait; viewers are not asked to look at any. */
function OpenProposals({ workbookId }: { workbookId: string }) {
  const w = useWords(shellWords)
  const { data: workbook } = useQuery(workbookQuery(workbookId))
  const isEditor = workbook !== undefined && workbook.role !== 'viewer'
  const open = helpfulList(useQuery({ ...proposalsQuery(workbookId, 'open'), enabled: isEditor }))
  return <Counted count={open.length} text={w.openProposals(open.length)} />
}

function Counted({ count, text }: { count: number; text: string }) {
  if (count === 0) return null
  return (
    <span className="unread-count">
      <span aria-hidden="true">{count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}</span>
      <span className="unseen">{text}</span>
    </span>
  )
}

const MOST_COUNTED = 99

type Menu = ReturnType<typeof useMenu>

/** On a narrow screen the places are behind a button; going to one closes them. */
function useMenu() {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const close = () => setOpen(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a user who went somewhere has chosen.
  useEffect(close, [pathname])
  useEffect(() => {
    if (!isOpen) return
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [isOpen])
  return { isOpen, close, toggle: () => setOpen(!isOpen) }
}

function TopBar({ workbookId, menu }: { workbookId: string | undefined; menu: Menu }) {
  const w = useWords(shellWords)
  const places = useWords(navigationWords)
  return (
    <header className="top-bar">
      <IconButton
        icon={menu.isOpen ? 'close' : 'menu'}
        name={menu.isOpen ? w.closeMenu : w.openMenu}
        aria-expanded={menu.isOpen}
        aria-controls="menu"
        onClick={menu.toggle}
      />
      {workbookId ? <WorkbookName workbookId={workbookId} /> : <p className="workbook-name">Bindery</p>}
      <Link to="/account/notifications" className="top-bell">
        <Icon name="bell" />
        <span className="unseen">{places.notifications}</span>
        <UnreadCount />
      </Link>
      <IconButton icon="search" name={w.commands} onClick={() => isPaletteOpen.set(true)} />
    </header>
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

const Places = ({ places }: { places: readonly Destination[] }) =>
  places.length === 0 ? null : (
    <ul>
      {places.map((place) => (
        <PlaceItem key={place.to} place={place} />
      ))}
    </ul>
  )

/** A place of a workbook keeps the workbook one is in. */
function PlaceItem({ place: { to, icon, name } }: { place: Destination }) {
  const w = useWords(navigationWords)
  const { workbookId } = useParams({ strict: false })
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
        {name === 'notifications' ? <UnreadCount /> : null}
        {name === 'proposals' && workbookId ? <OpenProposals workbookId={workbookId} /> : null}
      </Link>
    </li>
  )
}
