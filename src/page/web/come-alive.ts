import { giveUp, laterScript, reportMetaRefresh } from './early-events.ts'
import { type EarlyForm, startEarlyForm } from './early-form/early-form.ts'
import { type PageData, readPageData } from './page-data.ts'

interface View {
  startPage(page: PageData, earlyForm: EarlyForm | null): Promise<void>
}

/**
 * Makes the form take a press while the view loads, which hydrates the page with React.
 *
 * @public
 */
export async function comeAlive(loadView: () => Promise<View>): Promise<void> {
  reportMetaRefresh()
  const loading = laterScript('start-page', loadView())
  const page = readPageData(document)
  const earlyForm = startEarlyForm(page, window.fetch.bind(window))
  const view = await loading.catch(() => null)
  if (view === null) giveUp()
  else await view.startPage(page, earlyForm)
}
