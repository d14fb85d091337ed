import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Loading } from '../parts/answers/loading.tsx'
import { readSourceSearch } from '../screens/correct/source-search.ts'
import { readFilesSearch } from '../screens/files/files-search.ts'
import { readGridSearch } from '../screens/grid/grid-search.ts'
import { HomeScreen } from '../screens/home/home-screen.tsx'
import { readLineageSearch } from '../screens/lineage/lineage-search.ts'
import { readQuestionSearch } from '../screens/questions/question-search.ts'
import { readSettingsSearch } from '../screens/settings/settings-search.ts'
import { readSqlSearch } from '../screens/sql/sql-search.ts'
import { BrokenPage, NoSuchPage } from './broken-page.tsx'
import { Shell } from './shell.tsx'
import { WorkbookFrame } from './workbook-frame.tsx'

/**
 * One route per screen, each loaded when it is first asked for. A screen adds its route here and, where people look for
 * it, a line to `navigation.ts`. The service answers below `/w/` and `/account/` with the console (see `serve-console.ts`).
 */
const root = createRootRoute({ component: Shell, notFoundComponent: NoSuchPage, errorComponent: BrokenPage })

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomeScreen })

const workbook = createRoute({ getParentRoute: () => root, path: '/w/$workbookId', component: WorkbookFrame })

const overview = createRoute({
  getParentRoute: () => workbook,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/overview/overview-screen.tsx'), 'OverviewScreen'),
})

const source = createRoute({
  getParentRoute: () => workbook,
  path: '/sources/$sourceName',
  validateSearch: readSourceSearch,
  component: lazyRouteComponent(() => import('../screens/correct/correct-screen.tsx'), 'CorrectScreen'),
})

const table = createRoute({
  getParentRoute: () => workbook,
  path: '/tables/$tableName',
  validateSearch: readGridSearch,
  component: lazyRouteComponent(() => import('../screens/grid/grid-screen.tsx'), 'GridScreen'),
})

const rules = createRoute({
  getParentRoute: () => workbook,
  path: '/tables/$tableName/rules',
  component: lazyRouteComponent(() => import('../screens/rules/rules-screen.tsx'), 'RulesScreen'),
})

const savedView = createRoute({
  getParentRoute: () => workbook,
  path: '/views/$viewId',
  component: lazyRouteComponent(() => import('../screens/grid/views/saved-view-screen.tsx'), 'SavedViewScreen'),
})

const questions = createRoute({
  getParentRoute: () => workbook,
  path: '/questions',
  component: lazyRouteComponent(() => import('../screens/questions/questions-screen.tsx'), 'QuestionsScreen'),
})

const question = createRoute({
  getParentRoute: () => workbook,
  path: '/questions/$questionId',
  validateSearch: readQuestionSearch,
  component: lazyRouteComponent(() => import('../screens/questions/question-screen.tsx'), 'QuestionScreen'),
})

const summarise = createRoute({
  getParentRoute: () => workbook,
  path: '/summarise',
  validateSearch: readQuestionSearch,
  component: lazyRouteComponent(() => import('../screens/questions/question-screen.tsx'), 'NewQuestionScreen'),
})

const dashboards = createRoute({
  getParentRoute: () => workbook,
  path: '/dashboards',
  component: lazyRouteComponent(() => import('../screens/dashboards/dashboards-screen.tsx'), 'DashboardsScreen'),
})

const dashboard = createRoute({
  getParentRoute: () => workbook,
  path: '/dashboards/$dashboardId',
  component: lazyRouteComponent(() => import('../screens/dashboards/dashboard-screen.tsx'), 'DashboardScreen'),
})

const sql = createRoute({
  getParentRoute: () => workbook,
  path: '/sql',
  validateSearch: readSqlSearch,
  component: lazyRouteComponent(() => import('../screens/sql/sql-screen.tsx'), 'SqlScreen'),
})

const lineage = createRoute({
  getParentRoute: () => workbook,
  path: '/lineage',
  validateSearch: readLineageSearch,
  component: lazyRouteComponent(() => import('../screens/lineage/lineage-screen.tsx'), 'LineageScreen'),
})

const returned = createRoute({
  getParentRoute: () => workbook,
  path: '/returned',
  component: lazyRouteComponent(() => import('../screens/files/files-screen.tsx'), 'ReturnedScreen'),
})

const proposals = createRoute({
  getParentRoute: () => workbook,
  path: '/proposals',
  component: lazyRouteComponent(() => import('../screens/proposals/proposals-screen.tsx'), 'ProposalsScreen'),
})

const proposal = createRoute({
  getParentRoute: () => workbook,
  path: '/proposals/$proposalId',
  component: lazyRouteComponent(() => import('../screens/proposals/proposal-screen.tsx'), 'ProposalScreen'),
})

const conflicts = createRoute({
  getParentRoute: () => workbook,
  path: '/conflicts',
  component: lazyRouteComponent(() => import('../screens/conflicts/conflicts-screen.tsx'), 'ConflictsScreen'),
})

const history = createRoute({
  getParentRoute: () => workbook,
  path: '/history',
  component: lazyRouteComponent(() => import('../screens/history/history-screen.tsx'), 'HistoryScreen'),
})

const governance = createRoute({
  getParentRoute: () => workbook,
  path: '/governance',
  component: lazyRouteComponent(() => import('../screens/governance/governance-screen.tsx'), 'GovernanceScreen'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/account/settings',
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen'),
})

const jobs = createRoute({
  getParentRoute: () => root,
  path: '/account/jobs',
  component: lazyRouteComponent(() => import('../screens/jobs/jobs-screen.tsx'), 'JobsScreen'),
})

const notifications = createRoute({
  getParentRoute: () => root,
  path: '/account/notifications',
  component: lazyRouteComponent(
    () => import('../screens/notifications/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
})

const connect = createRoute({
  getParentRoute: () => workbook,
  path: '/connect',
  component: lazyRouteComponent(() => import('../screens/connect/connect-screen.tsx'), 'ConnectScreen'),
})

const sheets = createRoute({
  getParentRoute: () => workbook,
  path: '/sheets',
  component: lazyRouteComponent(() => import('../screens/sheets/sheets-screen.tsx'), 'SheetsScreen'),
})

const sheet = createRoute({
  getParentRoute: () => workbook,
  path: '/sheets/$sheet',
  component: lazyRouteComponent(() => import('../screens/sheets/sheet-screen.tsx'), 'SheetScreen'),
})

const files = createRoute({
  getParentRoute: () => workbook,
  path: '/files',
  validateSearch: readFilesSearch,
  component: lazyRouteComponent(() => import('../screens/files/files-screen.tsx'), 'FilesScreen'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    settings,
    notifications,
    jobs,
    workbook.addChildren([
      overview,
      source,
      sheets,
      sheet,
      files,
      table,
      rules,
      savedView,
      questions,
      question,
      summarise,
      dashboards,
      dashboard,
      sql,
      lineage,
      returned,
      proposals,
      proposal,
      conflicts,
      history,
      governance,
      connect,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
