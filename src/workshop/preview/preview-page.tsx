import { useTitle } from '../layout/use-title.ts'

/** `/preview`: a composed session, as its shopper sees it. */
export function PreviewPage() {
  useTitle('Preview')
  return (
    <main className="workshop-page">
      <h1>Preview</h1>
      <p className="lead">Here every state of the page will be shown.</p>
    </main>
  )
}
