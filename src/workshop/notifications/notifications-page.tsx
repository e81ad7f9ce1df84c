import { useTitle } from '../layout/use-title.ts'

/** `/notifications`: what a merchant is told, as it happens. */
export function NotificationsPage() {
  useTitle('Notifications')
  return (
    <main className="workshop-page">
      <h1>Notifications</h1>
      <p className="lead">Here notifications will be shown as they happen.</p>
    </main>
  )
}
