import type { Flow } from './flow.ts'
import { companyFlows } from './flows/company/company.ts'
import { companyFailureFlows } from './flows/company/company-failures.ts'
import { companyOthersFlows } from './flows/company/company-others.ts'
import { conflictsFlows } from './flows/conflicts.ts'
import { connectFlows } from './flows/connect.ts'
import { correctFlows } from './flows/correct.ts'
import { dashboardFlows } from './flows/dashboards.ts'
import { filesFlows } from './flows/files.ts'
import { governanceFlows } from './flows/governance.ts'
import { gridFlows } from './flows/grid/grid.ts'
import { gridColumnFlows } from './flows/grid/grid-columns.ts'
import { gridCommentFlows } from './flows/grid/grid-comments.ts'
import { downloadFlows } from './flows/grid/grid-downloads.ts'
import { gridFailureFlows } from './flows/grid/grid-failures.ts'
import { gridLookFlows } from './flows/grid/grid-looks.ts'
import { gridRowFlows } from './flows/grid/grid-rows.ts'
import { gridViewFlows } from './flows/grid/grid-views.ts'
import { historyFlows } from './flows/history.ts'
import { homeFlows } from './flows/home.ts'
import { jobsFlows } from './flows/jobs.ts'
import { limitedReaderFlows } from './flows/limited-reader.ts'
import { lineageFlows } from './flows/lineage.ts'
import { linkFlows } from './flows/links.ts'
import { notificationFlows } from './flows/notifications.ts'
import { phoneFlows } from './flows/phone.ts'
import { presenceFlows } from './flows/presence.ts'
import { proposalFlows } from './flows/proposals.ts'
import { questionFlows } from './flows/questions.ts'
import { returnedFlows } from './flows/returned.ts'
import { settingsFlows } from './flows/settings.ts'
import { sheetsFlows } from './flows/sheets.ts'
import { sqlFlows } from './flows/sql.ts'
import { templatesFlows } from './flows/templates.ts'

/** One file per screen. */
export const ALL_FLOWS: readonly Flow[] = [
  ...homeFlows,
  ...correctFlows,
  ...sheetsFlows,
  ...filesFlows,
  ...templatesFlows,
  ...gridFlows,
  ...gridColumnFlows,
  ...gridRowFlows,
  ...gridCommentFlows,
  ...gridLookFlows,
  ...gridViewFlows,
  ...gridFailureFlows,
  ...downloadFlows,
  ...questionFlows,
  ...dashboardFlows,
  ...linkFlows,
  ...sqlFlows,
  ...lineageFlows,
  ...conflictsFlows,
  ...connectFlows,
  ...governanceFlows,
  ...limitedReaderFlows,
  ...historyFlows,
  ...jobsFlows,
  ...notificationFlows,
  ...phoneFlows,
  ...presenceFlows,
  ...proposalFlows,
  ...returnedFlows,
  ...settingsFlows,
  ...companyFlows,
  ...companyFailureFlows,
  ...companyOthersFlows,
]
