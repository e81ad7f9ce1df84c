import { giveUp, laterScript, reportMetaRefresh } from './early-events.ts'
import { type EarlyForm, startEarlyForm } from './early-form/early-form.ts'
import { loadWords } from './load-words.ts'
import { type PageData, pageOf, readPageData } from './page-data.ts'

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
  const data = readPageData(document)
  const loading = Promise.all([
    laterScript('start-page', loadView()),
    laterScript('words', loadWords(data.wordsPath)),
  ])
  const earlyForm = startEarlyForm(data, window.fetch.bind(window))
  const loaded = await loading.catch(() => null)
  if (loaded === null) return giveUp()
  const [view, words] = loaded
  await view.startPage(pageOf(data, words), earlyForm)
}
